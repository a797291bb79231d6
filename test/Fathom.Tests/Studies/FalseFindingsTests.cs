using Fathom.Studies;
using Fathom.Studies.Channels;
using Fathom.TestKit;
using Fathom.TestKit.Simulations;

namespace Fathom.Tests.Studies;

/// <summary>Studies in which nothing has an effect: how many of them find one all the same.</summary>
public class FalseFindingsTests
{
    private static readonly NoiseModel[] Noises =
    [
        NoiseModel.Lognormal("1 %", 0.01), NoiseModel.Lognormal("10 %", 0.1), NoiseModel.Lognormal("50 %", 0.5),
        NoiseModel.Lognormal("factor of e", 1),
        new("heavy tail", random => (_, count) => [.. Enumerable.Range(0, count).Select(_ => Noise.Pareto(random, 1.5))]),
        new("drift", random =>
        {
            // A factor of each round of the run, and little beside it.
            double[] rounds = [.. Enumerable.Range(0, Rounds + 1).Select(_ => Noise.LogNormal(random, 0.8))];
            return (passed, count) =>
                [.. Enumerable.Range(0, count).Select(_ => rounds[(int)(passed * Rounds)] * Noise.LogNormal(random, 0.05))];
        }),
    ];

    private static readonly StudyPlan Plan = StudyPlanner.Plan(ChannelsStudy.Spec, Profile.Quick, 1);

    public static TheoryData<string> NoiseModels => [.. Noises.Select(n => n.Name)];

    private static int Rounds => Plan.Steps.Max(s => s.Block);

    [Theory]
    [MemberData(nameof(NoiseModels))]
    public void Where_nothing_has_an_effect_at_most_five_percent_of_studies_find_one(string noise)
    {
        var studies = Thorough.Count(1000, 2000);
        var model = Noises.Single(n => n.Name == noise);
        var withFindings = Enumerable.Range(1, studies).Count(seed => FindingEngine.Judge(
            Plan.Study, Plan.Comparisons, SimulatedRecord.Of(Plan, seed, model, _ => 1, Further)).Count > 0);

        withFindings.ShouldBeLessThanOrEqualTo(studies / 20);
    }

    [Fact]
    public void With_an_effect_the_same_records_carry_findings() =>
        // What the rules ask for beside the difference is there: without it, no record could have a false finding.
        FindingEngine.Judge(Plan.Study, Plan.Comparisons, SimulatedRecord.Of(
            Plan, 1, Noises[0], trial => ChannelsDesign.Starves(Plan.Trials.Single(t => t.Id == trial).Levels) ? 40 : 1, Further))
            .Select(f => f.Id).Distinct().ShouldBe(["thread-pool-starvation", "host-exonerated"]);

    // Everything a rule asks for is there but the effect.
    private static Dictionary<string, double> Further(TrialPlan trial) => new()
    {
        ["server_cpu_us_per_call"] = 100,
        ["client_cpu_us_per_call"] = 100,
        ["client_queue_max"] = 60,
        ["client_queue_wait_ms_max"] = 90,
        ["client_threads_max"] = 52,
        ["connections_opened"] = trial.Levels["channel"] == "new" ? 500 : 1,
    };
}
