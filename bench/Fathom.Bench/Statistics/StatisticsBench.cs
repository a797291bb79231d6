using Fathom.Studies;
using Fathom.TestKit.Simulations;

namespace Fathom.Bench.Statistics;

/// <summary>
/// Simulates every plan of every study: how many studies find something although nothing has an effect, and how often a true ratio is
/// found.
/// </summary>
internal static class StatisticsBench
{
    private const double MostFalse = 0.05;
    private const double TrueRatio = 1.3;
    private const double LeastPower = 0.8;

    private static readonly NoiseModel TenPercent = NoiseModel.Lognormal("10 %", 0.1);
    private static readonly NoiseModel FivePercent = NoiseModel.Lognormal("5 %", 0.05);

    public static StatisticsReport Run(StatisticsOptions options) => new(
        options,
        [
            .. StudyCatalog.All.SelectMany(_ => Enum.GetValues<Profile>(), (study, profile) => (study, profile))
                .AsParallel().AsOrdered().WithMergeOptions(ParallelMergeOptions.FullyBuffered)
                .Select(plan => Simulate(plan.study, plan.profile, options.Studies)),
        ]);

    private static SimulatedPlan Simulate(StudySpec study, Profile profile, int studies)
    {
        var simulation = new StudySimulation(study, profile);
        var simulated = new SimulatedPlan(
            study.Name,
            profile.ToString().ToLowerInvariant(),
            simulation.Plan.Comparisons.Count,
            NoiseModel.All.ToDictionary(n => n.Name, n => ShareOf(number => simulation.WithFalseFindings(n, number), studies)),
            simulation.WithFalseEquivalences(FivePercent, 1) is null ? null
                : ShareOf(number => simulation.WithFalseEquivalences(FivePercent, number)!.Value, studies),
            simulation.Power(TrueRatio, TenPercent, studies));
        Console.Error.WriteLine($"{simulated.Study}, {simulated.Profile}: done");
        return simulated with
        {
            Holds = simulated.FalseFindings.Values.All(s => s.Share <= MostFalse)
                && simulated.FalseEquivalences is not { Share: > MostFalse }
                && simulated.Power.All(p => p.Found >= LeastPower),
        };
    }

    // The share of 2,000 studies varies by half a percent, and tests that use up their 5 % would miss the bar by chance now and then: where
    // they do, ten times as many decide.
    private static SimulatedShare ShareOf(Func<int, int> simulate, int studies)
    {
        var share = new SimulatedShare((double)simulate(studies) / studies, studies);
        return share.Share <= MostFalse ? share : new((double)simulate(10 * studies) / (10 * studies), 10 * studies);
    }
}

/// <summary>The figures of one plan.</summary>
/// <param name="Study">Name of the study.</param>
/// <param name="Profile">Its profile.</param>
/// <param name="Comparisons">Number of comparisons.</param>
/// <param name="FalseFindings">Share of studies without any effect that find one, by noise.</param>
/// <param name="FalseEquivalences">Share of studies with a ratio at the end of the margin that find an equivalence; null where none is
/// asked for.</param>
/// <param name="Power">How often a true ratio is found, by replicates.</param>
internal sealed record SimulatedPlan(
    string Study, string Profile, int Comparisons, IReadOnlyDictionary<string, SimulatedShare> FalseFindings,
    SimulatedShare? FalseEquivalences, IReadOnlyList<SimulatedPower> Power)
{
    /// <summary>Whether every bar holds.</summary>
    public bool Holds { get; init; }
}

/// <summary>A share of simulated studies.</summary>
/// <param name="Share">The share, 0 to 1.</param>
/// <param name="Studies">Number of studies.</param>
internal sealed record SimulatedShare(double Share, int Studies);
