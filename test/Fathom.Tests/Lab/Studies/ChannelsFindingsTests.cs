using Fathom.Lab.Results;
using Fathom.Lab.Running;
using Fathom.Lab.Studies;
using Fathom.Lab.Studies.Channels;
using Fathom.Statistics;
using Fathom.TestKit;
using Fathom.Tests.Statistics;

namespace Fathom.Tests.Lab.Studies;

public class ChannelsFindingsTests
{
    [Fact]
    public async Task Starvation_is_found_with_its_counterfactuals_and_its_model()
    {
        var record = await Run(Profile.Quick, WallAsMeasured);
        var found = record.Findings.Where(f => f.Id == "thread-pool-starvation").ToList();
        found.Select(f => f.Changed).ShouldBe(
            [new("call", "blocking", "async"), new("min_threads", "default", "200"), new("client", "httpclient", "native")]);
        foreach (var finding in found)
        {
            finding.Ratio!.Low.ShouldBeGreaterThan(20);
            finding.Model.ShouldNotBeNull().Predicted.ShouldBe(9361, 15);
            (finding.Model.Measured / finding.Model.Predicted).ShouldBeInRange(0.9, 1.1);
            finding.Claim.ShouldContain("replicates ranged from");
            finding.Fix.ShouldNotBeEmpty();
        }

        record.Answer.ShouldStartWith("Not the host: blocking calls starve the client's thread pool");
    }

    [Fact]
    public async Task The_hosts_share_of_a_call_is_found_with_the_other_host_beside_it()
    {
        var record = await Run(Profile.Quick, (trial, block) =>
        {
            var figures = Synthetic.Figures(Wall(trial, block), connections: 1);
            var cpu = new Dictionary<string, double>(
                figures.Server.Values) { ["cpu_us"] = (trial.Levels["host"] == "kestrel" ? 15_000 : 5_000) + block };
            return new ReplicateOutcome.Measured(figures with { Server = figures.Server with { Values = cpu } });
        });

        var finding = record.Findings.ShouldHaveSingleItem();

        // Of 500 calls: 15,000 us of the host and 300,000 us of the client.
        finding.Changed.ShouldBe(new("host", "kestrel", "native"));
        finding.Claim.ShouldStartWith(
            "The host takes 30 us of a call's 630 us of processor time (4.76 %) with kestrel, and 10 us with native");
        record.Answer.ShouldContain("the host takes 4.76 % of a call's processor time");
    }

    [Fact]
    public async Task A_channel_per_call_is_found_plain_and_with_TLS()
    {
        var record = await Run(Profile.Quick, WallAsMeasured);
        var found = record.Findings.Where(f => f.Id == "channel-per-call").ToList();
        found.Count.ShouldBe(2);
        // Of the third of five replicates: 1.03 x (1,000 - 200) ms / 500 connections, and 1.03 x (3,000 - 200) / 500.
        found[0].Claim.ShouldContain("a plain connection costs 1,650 us");
        found[1].Claim.ShouldContain("a TLS connection costs 5,770 us");
    }

    [Fact]
    public async Task A_plan_without_the_blocking_level_yields_no_starvation()
    {
        var restrictions = new Dictionary<string, IReadOnlyList<string>> { ["call"] = ["async"] };
        foreach (var profile in Enum.GetValues<Profile>())
        {
            var plan = StudyPlanner.Plan(ChannelsStudy.Spec, profile, 1, restrictions);
            var record = await Synthetic.RunAsync(plan, new Synthetic.Executor(WallAsMeasured));
            record.Findings.ShouldNotContain(f => f.Id == "thread-pool-starvation");
        }
    }

    [Fact]
    public async Task A_slow_pair_whose_pool_was_not_starved_is_not_called_starvation()
    {
        var record = await Run(Profile.Quick, (trial, block) => new ReplicateOutcome.Measured(
            Synthetic.Figures(Wall(trial, block), starved: false, Connections(trial))));
        record.Findings.ShouldNotContain(f => f.Id == "thread-pool-starvation");
    }

    [Fact]
    public async Task Calls_that_opened_no_connection_each_are_not_called_channel_per_call()
    {
        var record = await Run(Profile.Quick, (trial, block) =>
            new ReplicateOutcome.Measured(Synthetic.Figures(Wall(trial, block), connections: 1)));
        record.Findings.ShouldNotContain(f => f.Id == "channel-per-call");
    }

    [Fact]
    public async Task Unlike_error_counts_are_said()
    {
        var record = await Run(Profile.Quick, (trial, block) =>
        {
            var figures = Synthetic.Figures(Wall(trial, block), trial.Levels["call"] == "blocking", Connections(trial));
            return new ReplicateOutcome.Measured(trial.Id == "t01"
                ? figures with { Client = figures.Client with { Errors = new Dictionary<string, int> { ["UNAVAILABLE"] = 1 } } }
                : figures);
        });
        record.Trial("t01").Errors.ShouldBe(3);
        record.Findings.First(f => f.Baseline == "t01").Caveats.ShouldContain(
            c => c.StartsWith("Unlike error counts: 3 failed calls in t01"));
    }

    public static TheoryData<string> NoiseModels => new("1 %", "10 %", "50 %", "factor of e", "heavy tail", "drift");

    [Theory]
    [MemberData(nameof(NoiseModels))]
    public void Where_nothing_has_an_effect_at_most_five_percent_of_studies_find_one(string noise)
    {
        var studies = Thorough.Count(100, 400);
        var plan = StudyPlanner.Plan(ChannelsStudy.Spec, Profile.Quick, 1);
        var withFindings = 0;
        for (var seed = 1; seed <= studies; seed++)
        {
            withFindings += FindingEngine.Judge(plan.Study, plan.Comparisons, WithoutEffect(plan, seed, noise)).Count > 0 ? 1 : 0;
        }

        withFindings.ShouldBeLessThanOrEqualTo(studies / 20);
    }

    private static Task<RunRecord> Run(Profile profile, Func<TrialPlan, int, ReplicateOutcome> outcome) =>
        Synthetic.RunAsync(StudyPlanner.Plan(ChannelsStudy.Spec, profile, 1), new Synthetic.Executor(outcome));

    private static ReplicateOutcome WallAsMeasured(TrialPlan trial, int block) => new ReplicateOutcome.Measured(Synthetic.Figures(
        Wall(trial, block), starved: trial.Levels["schedule"] == "concurrent" && trial.Levels["call"] == "blocking", Connections(trial)));

    private static double Connections(TrialPlan trial) => trial.Levels["channel"] == "new" ? 500 : 1;

    private static double Wall(TrialPlan trial, int block)
    {
        var levels = trial.Levels;
        var jitter = 1 + (0.01 * block);
        return levels["schedule"] == "sequential"
            ? jitter * (levels["channel"] == "reused" ? 200 : levels["security"] == "tls" ? 3000 : 1000)
            : levels["call"] == "blocking" && levels["min_threads"] == "default" && levels["client"] == "httpclient" ? 9400 * jitter : 111
            * jitter;
    }

    // Everything a rule asks for is there but the effect.
    private static RunRecord WithoutEffect(StudyPlan plan, int seed, string noise)
    {
        var random = new SeededRandom(seed);
        double[] drift = [.. Enumerable.Range(0, 6).Select(_ => Noise.LogNormal(random, 0.8))];
        double Value(int block) => 100 * noise switch
        {
            "1 %" => Noise.LogNormal(random, 0.01),
            "10 %" => Noise.LogNormal(random, 0.1),
            "50 %" => Noise.LogNormal(random, 0.5),
            "factor of e" => Noise.LogNormal(random, 1),
            "heavy tail" => Noise.Pareto(random, 1.5),
            _ => drift[block] * Noise.LogNormal(random, 0.05),
        };
        MetricValue Metric(double value) => new(value, value, value, "");
        return new RunRecord
        {
            Study = plan.Study.Name,
            Profile = "quick",
            Seed = seed,
            Started = DateTimeOffset.UnixEpoch,
            ElapsedSeconds = 0,
            Title = "",
            Question = "",
            Answer = "",
            Command = [],
            Machine = Synthetic.Machine,
            Factors = [],
            Metrics = [.. plan.Study.Metrics.Select(m => m.Info)],
            Trials =
            [
                .. plan.Trials.Select(t => new TrialResult
                {
                    Id = t.Id,
                    Factors = t.Levels.ToDictionary(),
                    Replicates = [.. Enumerable.Range(1, t.Policy.Replicates)
                        .Select(b => new Replicate(
                            b, b, 0, new Dictionary<string, double> { ["wall_ms"] = Value(b), ["server_cpu_us_per_call"] = Value(b) }))],
                    Metrics = new Dictionary<string, MetricValue>
                    {
                        ["wall_ms"] = Metric(100),
                        ["server_cpu_us_per_call"] = Metric(100),
                        ["client_cpu_us_per_call"] = Metric(100),
                        ["client_queue_max"] = Metric(60),
                        ["client_threads_max"] = Metric(52),
                        ["connections_opened"] = Metric(t.Levels["channel"] == "new" ? 500 : 1),
                    },
                }),
            ],
        };
    }
}
