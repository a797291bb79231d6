using Fathom.Lab.Studies;
using Fathom.Lab.Studies.Channels;
using static Fathom.Tests.Lab.Studies.ChannelsFigures;

namespace Fathom.Tests.Lab.Studies;

/// <summary>What the causes of the study <c>channels</c> claim, and what they do not.</summary>
public class ChannelsFindingsTests
{
    [Fact]
    public void Starvation_is_found_with_its_counterfactuals_and_its_model()
    {
        var record = Run(Profile.Quick, WallAsMeasured);
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
    public void The_hosts_share_of_a_call_is_found_with_the_other_host_beside_it()
    {
        var record = Run(Profile.Quick, (trial, block) =>
        {
            var figures = Synthetic.Figures(Wall(trial, block), connections: 1);
            var cpu = new Dictionary<string, double>(
                figures.Server.Values) { ["cpu_us"] = (trial.Levels["host"] == "kestrel" ? 15_000 : 5_000) + block };
            return figures with { Server = figures.Server with { Values = cpu } };
        });

        var finding = record.Findings.ShouldHaveSingleItem();

        // Of 500 calls: 15,000 us of the host and 300,000 us of the client.
        finding.Changed.ShouldBe(new("host", "kestrel", "native"));
        finding.Claim.ShouldStartWith(
            "The host takes 30 us of a call's 630 us of processor time (4.76 %) with kestrel, and 10 us with native");
        record.Answer.ShouldContain("the host takes 4.76 % of a call's processor time");
    }

    [Fact]
    public void A_channel_per_call_is_found_plain_and_with_TLS()
    {
        var record = Run(Profile.Quick, WallAsMeasured);
        var found = record.Findings.Where(f => f.Id == "channel-per-call").ToList();
        found.Count.ShouldBe(2);
        // By the means: (1.035 x 1,000 - 1.034 x 200) ms / 500 connections, and (1.035 x 3,000 - 1.034 x 200) / 500.
        found[0].Claim.ShouldContain("a plain connection costs 1,660 us");
        found[1].Claim.ShouldContain("a TLS connection costs 5,800 us");
    }

    [Fact]
    public void A_plan_without_the_blocking_level_yields_no_starvation()
    {
        var restrictions = new Dictionary<string, IReadOnlyList<string>> { ["call"] = ["async"] };
        foreach (var profile in Enum.GetValues<Profile>())
        {
            var plan = StudyPlanner.Plan(ChannelsStudy.Spec, profile, 1, restrictions);
            Synthetic.Measure(plan, WallAsMeasured).Findings.ShouldNotContain(f => f.Id == "thread-pool-starvation");
        }
    }

    [Fact]
    public void A_slow_pair_whose_pool_was_not_starved_is_not_called_starvation()
    {
        var record = Run(Profile.Quick, (trial, block) =>
            Synthetic.Figures(Wall(trial, block), starved: false, Connections(trial)));
        record.Findings.ShouldNotContain(f => f.Id == "thread-pool-starvation");
    }

    [Fact]
    public void Calls_that_opened_no_connection_each_are_not_called_channel_per_call()
    {
        var record = Run(Profile.Quick, (trial, block) =>
            Synthetic.Figures(Wall(trial, block), connections: 1));
        record.Findings.ShouldNotContain(f => f.Id == "channel-per-call");
    }

    [Fact]
    public void Unlike_error_counts_are_said()
    {
        var record = Run(Profile.Quick, (trial, block) =>
        {
            var figures = Synthetic.Figures(Wall(trial, block), trial.Levels["call"] == "blocking", Connections(trial));
            return trial.Id == "t01"
                ? figures with { Client = figures.Client with { Errors = new Dictionary<string, int> { ["UNAVAILABLE"] = 1 } } }
                : figures;
        });
        record.Trial("t01").Errors.ShouldBe(6);
        record.Findings.First(f => f.Baseline == "t01").Caveats.ShouldContain(
            c => c.StartsWith("Unlike error counts: 6 failed calls in t01"));
    }
}
