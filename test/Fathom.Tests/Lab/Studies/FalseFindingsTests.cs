using Fathom.Lab.Results;
using Fathom.Lab.Studies;
using Fathom.Lab.Studies.Channels;
using Fathom.Statistics;
using Fathom.TestKit;
using Fathom.TestKit.Simulations;

namespace Fathom.Tests.Lab.Studies;

/// <summary>Studies in which nothing has an effect: how many of them find one all the same.</summary>
public class FalseFindingsTests
{
    public static TheoryData<string> NoiseModels => new("1 %", "10 %", "50 %", "factor of e", "heavy tail", "drift");

    [Theory]
    [MemberData(nameof(NoiseModels))]
    public void Where_nothing_has_an_effect_at_most_five_percent_of_studies_find_one(string noise)
    {
        var studies = Thorough.Count(1000, 2000);
        var plan = StudyPlanner.Plan(ChannelsStudy.Spec, Profile.Quick, 1);
        var withFindings = 0;
        for (var seed = 1; seed <= studies; seed++)
        {
            withFindings += FindingEngine.Judge(plan.Study, plan.Comparisons, WithoutEffect(plan, seed, noise)).Count > 0 ? 1 : 0;
        }

        withFindings.ShouldBeLessThanOrEqualTo(studies / 20);
    }

    // Everything a rule asks for is there but the effect.
    private static RunRecord WithoutEffect(StudyPlan plan, int seed, string noise)
    {
        var random = new SeededRandom(seed);
        double[] drift = [.. Enumerable.Range(0, 1 + plan.Trials.Max(t => t.Policy.Replicates)).Select(_ => Noise.LogNormal(random, 0.8))];
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
