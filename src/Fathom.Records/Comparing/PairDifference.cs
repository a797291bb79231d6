using Fathom.Statistics;

namespace Fathom.Records.Comparing;

/// <summary>What the difference of a pair is worth.</summary>
/// <param name="Ratio">Baseline over counterfactual, by their geometric means, with its interval, or with the range of the replicates where
/// there are too few for one.</param>
/// <param name="PValue">The p-value of the question; null where there are too few replicates.</param>
/// <param name="Supported">True where a finding may rest on it.</param>
/// <param name="Reason">Why it is supported, or why not.</param>
public sealed record PairDifference(Estimate Ratio, double? PValue, bool Supported, string Reason)
{
    /// <summary>What was asked.</summary>
    public ComparisonQuestion Asks { get; init; }

    /// <summary>The level at which the comparison was judged, and that of each end of the interval of its ratio.</summary>
    public double Level { get; init; }
}
