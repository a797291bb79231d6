namespace Fathom.Studies;

/// <summary>
/// How often trials run: so often that a true ratio of 1.3 in noise of 10 % is found by at least 80 % of studies. Where a few more
/// replicates of one side are enough, they go to the trial that more comparisons share.
/// </summary>
public static class Replication
{
    /// <summary>
    /// Replicates of the shared and of the other trial of a pair, and the most comparisons for which they suffice. A single true ratio
    /// among so many comparisons is the hardest to find, since Holm's procedure judges it at the smallest level: it is found in 87, 83,
    /// 85, 84, 81 and 85 % of simulated pairs.
    /// </summary>
    public static IReadOnlyList<(int Shared, int Other, int MaxComparisons)> Steps { get; } =
        [(5, 5, 4), (6, 5, 7), (7, 5, 9), (6, 6, 11), (7, 7, 30), (8, 8, 60)];

    /// <summary>The replicates of a trial: as many as its comparisons need, if it has one.</summary>
    /// <param name="levels">The trial's combination.</param>
    /// <param name="comparisons">All comparisons of the study in this profile, 1 to 60.</param>
    /// <param name="otherwise">Replicates of a trial that no comparison uses.</param>
    /// <exception cref="ArgumentException">There are more comparisons than were simulated.</exception>
    public static int Of(FactorLevels levels, IEnumerable<ComparisonSpec> comparisons, int otherwise)
    {
        var all = comparisons.ToList();
        var step = Steps.FirstOrDefault(s => all.Count <= s.MaxComparisons);
        return step.Shared == 0
            ? throw new ArgumentException($"{all.Count} comparisons are planned; for at most {Steps[^1].MaxComparisons} the replicates "
                + "that find an effect are known: simulate more, or compare less.", nameof(comparisons))
            : all.FindAll(c => Uses(c, levels)) is not { Count: > 0 } its ? otherwise
            : its.Exists(c => SharedOf(c, all).Equals(levels)) ? step.Shared
            : step.Other;
    }

    // The trial of a comparison that more comparisons use; the baseline, where both are used alike.
    private static FactorLevels SharedOf(ComparisonSpec comparison, List<ComparisonSpec> all) =>
        all.Count(c => Uses(c, comparison.Counterfactual)) > all.Count(c => Uses(c, comparison.Baseline))
            ? comparison.Counterfactual
            : comparison.Baseline;

    private static bool Uses(ComparisonSpec comparison, FactorLevels levels) =>
        comparison.Baseline.Equals(levels) || comparison.Counterfactual.Equals(levels);
}
