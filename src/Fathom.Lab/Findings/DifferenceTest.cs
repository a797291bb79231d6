using System.Globalization;
using Fathom.Lab.Results;
using Fathom.Statistics;

namespace Fathom.Lab.Findings;

/// <summary>
/// Decides whether a pair of trials carries a finding. Three things are asked of it: a ratio that matters, an interval that
/// excludes "no effect", and a chance of a false alarm within this comparison's share of the 5 % that a study's rules have together.
/// </summary>
/// <param name="comparisons">How many comparisons share the 5 %.</param>
/// <param name="seed">Seed of the resamplings.</param>
public sealed class DifferenceTest(int comparisons, int seed)
{
    /// <summary>A smaller ratio is no finding, however certain.</summary>
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
            return new(new Interval(1, 1, 1), 1, false, "one of the trials has no replicate");
        }

        var random = SeededRandom.For(seed, purpose);
        var estimate = BlockBootstrap.Ratio(baseline, counterfactual, 1 - FalseFindings, random);
        var ratio = new Interval(estimate.Value, estimate.Low, estimate.High);
        var p = PermutationTest.PValue(
            [.. baseline.Select(s => s.Value)], [.. counterfactual.Select(s => s.Value)], random);
        var (supported, reason) = Decide(ratio, p, fewest);
        return new(ratio, p, supported, reason);
    }

    private (bool Supported, string Reason) Decide(Interval ratio, double p, int fewest)
    {
        var share = FalseFindings / comparisons;
        return fewest switch
        {
            < FewestReplicates => (false, Say($"{fewest} replicates are too few, {FewestReplicates} are needed")),
            < EnoughReplicates when ratio.Low < LeastRatioOfFew =>
                (false, Say(
                    $"with {fewest} replicates the whole interval must lie beyond {LeastRatioOfFew}, and it begins at {ratio.Low:0.##}")),
            < EnoughReplicates => (true, Say($"the whole interval lies beyond {LeastRatioOfFew}")),
            _ when ratio.Value < LeastRatio => (false, Say($"a ratio of {ratio.Value:0.###} is below {LeastRatio}")),
            _ when ratio.Low <= 1 => (false, Say($"the interval from {ratio.Low:0.###} to {ratio.High:0.###} contains 1")),
            _ when p > share => (false, Say($"p = {p:0.####} is more than this comparison's share of {share:0.####}")),
            _ => (true, Say($"p = {p:0.####}, this comparison's share is {share:0.####}")),
        };
    }

    private static string Say(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
