using System.Globalization;
using Fathom.Statistics;

namespace Fathom.Records.Comparing;

/// <summary>
/// Decides which comparisons of a study or of a doctor support a finding. A permutation test on logarithms decides each, of pairs the
/// sign-flip test, and all of them share 5 % of false findings by Holm's procedure; the interval of a ratio is that of the same test at the
/// level at which it was judged. A finding also needs enough replicates on both sides, or enough pairs, and a ratio that matters.
/// </summary>
public static class DifferenceTest
{
    /// <summary>The smallest ratio of a difference that is a finding, however certain.</summary>
    public const double MinRatio = 1.1;

    /// <summary>The probability of one or more false findings in a study, shared by all its comparisons.</summary>
    public const double FalseFindings = 0.05;

    /// <summary>The same of an examination, whose replicates are paired. The sign-flip test uses up its level but for less than 0.1 % (12
    /// pairs): judged at 5 %, two of nine simulated plans found something in 5.1 % of 20,000 examinations without an effect.</summary>
    public const double FalseFindingsOfPairs = 0.04;

    /// <summary>The fewest replicates on each side of a finding.</summary>
    public const int MinReplicates = 5;

    /// <summary>The fewest pairs of a finding, where replicates are paired.</summary>
    public const int MinPairs = 8;

    /// <summary>The margin within which a ratio makes no difference.</summary>
    public static EquivalenceTest Equivalence => EquivalenceTest.WithinTwentyPercent;

    /// <summary>Judges all comparisons of a study, or of an examination.</summary>
    /// <param name="comparisons">Every comparison of the plan, whatever was measured of it: how many share the false findings must not
    /// depend on the outcome.</param>
    /// <param name="seed">Seed of random arrangements, where there are too many to use all.</param>
    /// <returns>One result per comparison, in the given order.</returns>
    public static IReadOnlyList<PairDifference> Judge(IReadOnlyList<ComparedSamples> comparisons, int seed)
    {
        var ratios = comparisons.Select(c => RatioOf(c, seed)).ToList();
        var pValues = comparisons.Zip(ratios, PValueOf).ToList();
        var level = comparisons.Any(c => c.IsPaired) ? FalseFindingsOfPairs : FalseFindings;
        return
        [
            .. HolmProcedure.Decide([.. pValues.Select(p => p ?? 1)], level)
                .Select((decision, i) => Result(comparisons[i], ratios[i], pValues[i], decision)),
        ];
    }

    /// <summary>Whether so many replicates can support a finding when they share the false findings with so many comparisons.</summary>
    /// <param name="baseline">Replicates of the baseline, from 0.</param>
    /// <param name="counterfactual">Replicates of the counterfactual.</param>
    /// <param name="comparisons">Number of comparisons of the plan, from 1.</param>
    public static bool CanDecide(int baseline, int counterfactual, int comparisons) =>
        Math.Min(baseline, counterfactual) >= MinReplicates
        && PermutationTest.IsWithin(PermutationTest.SmallestPOf(baseline, counterfactual), FalseFindings / comparisons);

    /// <summary>The fewest pairs that can support a finding when they share the false findings with so many comparisons.</summary>
    /// <param name="comparisons">Number of comparisons of the plan, from 1.</param>
    public static int MinPairsFor(int comparisons)
    {
        var fewest = MinPairs;
        while (!PermutationTest.IsWithin(PermutationTest.SmallestPOfPairs(fewest), FalseFindingsOfPairs / comparisons))
        {
            fewest++;
        }

        return fewest;
    }

    private static RatioTest? RatioOf(ComparedSamples pair, int seed)
    {
        if (pair.Fewest == 0 || !pair.Values.All(v => v > 0 && double.IsFinite(v)))
        {
            return null;
        }

        var (baseline, counterfactual) = pair.Compared;
        double[] above = [.. baseline], below = [.. counterfactual];
        var random = SeededRandom.For(seed, pair.Purpose);
        return pair.IsPaired ? RatioTest.OfPairs(above, below, random) : new RatioTest(above, below, random);
    }

    // Too few replicates decide nothing, whatever they are.
    private static double? PValueOf(ComparedSamples pair, RatioTest? ratio) => ratio is null || pair.Fewest < MinOf(pair) ? null
        : pair.Asks == ComparisonQuestion.Equivalence ? Equivalence.PValue(ratio)
        : ratio.PValueAbove(1);

    private static int MinOf(ComparedSamples pair) => pair.IsPaired ? MinPairs : MinReplicates;

    private static string CountOf(ComparedSamples pair) => Text($"{pair.Fewest} {(pair.IsPaired ? "pairs" : "replicates")}");

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
        null => (false, Text($"{CountOf(pair)} are too few, {MinOf(pair)} are needed")),
        _ when interval is null => (false, Text(
            $"{CountOf(pair)} cannot reach this comparison's level of {decision.Level:0.####}")),
        _ when !decision.IsRejected => (false, Text($"p = {p:0.####} is more than this comparison's level of {decision.Level:0.####}")),
        _ when pair.Asks == ComparisonQuestion.Difference && ratio.Ratio < MinRatio =>
            (false, Text($"a ratio of {ratio.Ratio:0.###} is below {MinRatio}")),
        _ => (true, Text($"p = {p:0.####}, this comparison's level is {decision.Level:0.####}")),
    };

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
