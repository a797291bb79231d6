using System.Globalization;
using Fathom.Statistics;

namespace Fathom.Lab.Causes;

/// <summary>
/// Decides whether a pair of trials supports a finding. It requires a ratio that matters, an interval that excludes "no effect", and a
/// chance of a false alarm within this comparison's share of 5 %, which all comparisons of a study have together.
/// </summary>
/// <param name="comparisons">How many comparisons share the 5 %.</param>
/// <param name="seed">Seed of the resamplings.</param>
public sealed class DifferenceTest(int comparisons, int seed)
{
    /// <summary>The smallest ratio of a finding, however certain.</summary>
    public const double LeastRatio = 1.1;

    /// <summary>False findings allowed per study.</summary>
    public const double FalseFindings = 0.05;

    /// <summary>Replicates from which the permutation test decides.</summary>
    public const int EnoughReplicates = 5;

    /// <summary>Replicates without which nothing is decided.</summary>
    public const int FewestReplicates = 3;

    /// <summary>
    /// With three or four replicates no arrangement is rare enough for the test, so the whole interval must lie beyond this.
    /// </summary>
    public const double LeastRatioOfFew = 3;

    /// <summary>Compares two sets of replicates.</summary>
    /// <param name="baseline">Positive values of the baseline, larger where the effect is there.</param>
    /// <param name="counterfactual">Positive values of the counterfactual.</param>
    /// <param name="purpose">Names the comparison, so that each has resamplings of its own.</param>
    public PairDifference Compare(IReadOnlyList<Sample> baseline, IReadOnlyList<Sample> counterfactual, string purpose)
    {
        var fewest = Math.Min(baseline.Count, counterfactual.Count);
        if (fewest == 0)
        {
            return new(new Estimate(1, 1, 1), 1, false, "one of the trials has no replicate");
        }

        var random = SeededRandom.For(seed, purpose);
        var ratio = BlockBootstrap.Ratio(baseline, counterfactual, 1 - FalseFindings, random);
        var p = PermutationTest.PValue(
            [.. baseline.Select(s => s.Value)], [.. counterfactual.Select(s => s.Value)], random);
        var (supported, reason) = Decide(ratio, p, fewest);
        return new(ratio, p, supported, reason);
    }

    private (bool Supported, string Reason) Decide(Estimate ratio, double p, int fewest)
    {
        var share = FalseFindings / comparisons;
        return fewest switch
        {
            < FewestReplicates => (false, Text($"{fewest} replicates are too few, {FewestReplicates} are needed")),
            < EnoughReplicates when ratio.Low < LeastRatioOfFew =>
                (false, Text(
                    $"with {fewest} replicates the whole interval must lie beyond {LeastRatioOfFew}, and it begins at {ratio.Low:0.##}")),
            < EnoughReplicates => (true, Text($"the whole interval lies beyond {LeastRatioOfFew}")),
            _ when ratio.Value < LeastRatio => (false, Text($"a ratio of {ratio.Value:0.###} is below {LeastRatio}")),
            _ when ratio.Low <= 1 => (false, Text($"the interval from {ratio.Low:0.###} to {ratio.High:0.###} contains 1")),
            _ when p > share => (false, Text($"p = {p:0.####} is more than this comparison's share of {share:0.####}")),
            _ => (true, Text($"p = {p:0.####}, this comparison's share is {share:0.####}")),
        };
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
