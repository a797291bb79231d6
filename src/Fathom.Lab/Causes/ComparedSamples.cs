using Fathom.Statistics;

namespace Fathom.Lab.Causes;

/// <summary>What a comparison asks of its two trials.</summary>
public enum ComparisonQuestion
{
    /// <summary>Whether the baseline is larger than the counterfactual.</summary>
    Difference,

    /// <summary>Whether the change makes no difference that matters: two one-sided tests, never a missing difference.</summary>
    Equivalence,
}

/// <summary>The replicates of one comparison.</summary>
/// <param name="Baseline">The replicates of the baseline, larger where there is a difference; empty where it was not measured.</param>
/// <param name="Counterfactual">The replicates of the counterfactual.</param>
/// <param name="Asks">What the comparison asks.</param>
/// <param name="Purpose">Names the comparison, so that each has random arrangements of its own.</param>
public sealed record ComparedSamples(
    IReadOnlyList<Sample> Baseline, IReadOnlyList<Sample> Counterfactual, ComparisonQuestion Asks, string Purpose)
{
    /// <summary>The number of replicates of the side that has fewer.</summary>
    public int Fewest => Math.Min(Baseline.Count, Counterfactual.Count);

    /// <summary>All values.</summary>
    public IEnumerable<double> Values => Baseline.Concat(Counterfactual).Select(s => s.Value);
}
