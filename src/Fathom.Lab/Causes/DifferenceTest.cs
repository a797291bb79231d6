using System.Globalization;
using Fathom.Statistics;

namespace Fathom.Lab.Causes;

/// <summary>
/// Decides which comparisons of a study support a finding. A permutation test on logarithms decides each, and all of them share 5 % of
/// false findings by Holm's procedure; the interval of a ratio is that of the same test at the level at which it was judged. A finding also
/// needs enough replicates on both sides and a ratio that matters.
/// </summary>
public static class DifferenceTest
{
    /// <summary>The smallest ratio of a difference that is a finding, however certain.</summary>
    public const double LeastRatio = 1.1;

    /// <summary>The probability of one or more false findings in a study, shared by all its comparisons.</summary>
    public const double FalseFindings = 0.05;

    /// <summary>The fewest replicates on each side of a finding.</summary>
    public const int FewestReplicates = 5;

    /// <summary>The margin within which a ratio makes no difference.</summary>
    public static EquivalenceTest Equivalence => EquivalenceTest.WithinTwentyPercent;

    /// <summary>Judges all comparisons of a study.</summary>
    /// <param name="comparisons">Every comparison of the plan, whatever was measured of it: how many share the false findings must not
    /// depend on the outcome.</param>
    /// <param name="seed">Seed of random arrangements, where there are too many to use all.</param>
    /// <returns>One result per comparison, in the given order.</returns>
    public static IReadOnlyList<PairDifference> Judge(IReadOnlyList<ComparedSamples> comparisons, int seed)
    {
        var ratios = comparisons.Select(c => RatioOf(c, seed)).ToList();
        var pValues = comparisons.Zip(ratios, PValueOf).ToList();
        return
        [
            .. HolmProcedure.Decide([.. pValues.Select(p => p ?? 1)], FalseFindings)
                .Select((decision, i) => Result(comparisons[i], ratios[i], pValues[i], decision)),
        ];
    }

    /// <summary>Whether so many replicates can support a finding when they share the false findings with so many comparisons.</summary>
    /// <param name="baseline">Replicates of the baseline, from 0.</param>
    /// <param name="counterfactual">Replicates of the counterfactual.</param>
    /// <param name="comparisons">Number of comparisons of the plan, from 1.</param>
    public static bool CanDecide(int baseline, int counterfactual, int comparisons) =>
        Math.Min(baseline, counterfactual) >= FewestReplicates
        && PermutationTest.IsWithin(PermutationTest.SmallestPOf(baseline, counterfactual), FalseFindings / comparisons);

    private static RatioTest? RatioOf(ComparedSamples pair, int seed) =>
        pair.Fewest > 0 && pair.Values.All(v => v > 0 && double.IsFinite(v))
            ? new(ValuesOf(pair.Baseline), ValuesOf(pair.Counterfactual), SeededRandom.For(seed, pair.Purpose))
            : null;

    // Too few replicates decide nothing, whatever they are.
    private static double? PValueOf(ComparedSamples pair, RatioTest? ratio) => ratio is null || pair.Fewest < FewestReplicates ? null
        : pair.Asks == ComparisonQuestion.Equivalence ? Equivalence.PValue(ratio)
        : ratio.PValueAbove(1);

    private static PairDifference Result(ComparedSamples pair, RatioTest? ratio, double? p, HolmDecision decision)
    {
        if (ratio is null)
        {
            return new(new Estimate(1, 1, 1) { RangeOf = pair.Fewest }, null, false, pair.Fewest == 0
                ? "one of the trials has no replicate"
                : "a value is not positive, and a ratio of it says nothing") { Asks = pair.Asks };
        }

        var interval = p is null ? null : ratio.Interval(decision.Level);
        var (isSupported, reason) = Decide(pair, ratio, p, decision, interval);
        return new(interval ?? ratio.Range, p, isSupported, reason) { Asks = pair.Asks, Level = decision.Level };
    }

    private static (bool IsSupported, string Reason) Decide(
        ComparedSamples pair, RatioTest ratio, double? p, HolmDecision decision, Estimate? interval) => p switch
    {
        null => (false, Text($"{pair.Fewest} replicates are too few, {FewestReplicates} are needed")),
        _ when interval is null => (false, Text(
            $"{pair.Fewest} replicates cannot reach this comparison's level of {decision.Level:0.####}")),
        _ when !decision.IsRejected => (false, Text($"p = {p:0.####} is more than this comparison's level of {decision.Level:0.####}")),
        _ when pair.Asks == ComparisonQuestion.Difference && ratio.Ratio < LeastRatio =>
            (false, Text($"a ratio of {ratio.Ratio:0.###} is below {LeastRatio}")),
        _ => (true, Text($"p = {p:0.####}, this comparison's level is {decision.Level:0.####}")),
    };

    private static double[] ValuesOf(IReadOnlyList<Sample> samples) => [.. samples.Select(s => s.Value)];

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
