using System.Globalization;
using Fathom.Records.Comparing;
using Fathom.Statistics;

namespace Fathom.Records.Changes;

/// <summary>
/// Decides which figures of two records differ. A permutation test decides each; all tests of a difference have a probability of at most
/// 5 % of one or more false ones together (Holm's procedure), and so have all tests of an equivalence. Has no state.
/// </summary>
internal static class ChangeTest
{
    /// <summary>The smallest difference of two shares that matters, and the margin within which they are the same.</summary>
    public const double MinShare = 0.001;

    /// <summary>Judges all figures that are compared.</summary>
    /// <param name="all">Their values. Each figure one more makes every test stricter.</param>
    /// <param name="seed">Seed of random arrangements, where there are too many to use all.</param>
    /// <param name="values">What the values are, in the plural, for reasons.</param>
    /// <returns>One verdict per figure, in the given order.</returns>
    public static IReadOnlyList<ChangeVerdict> Judge(IReadOnlyList<ComparedValues> all, int seed, string values)
    {
        var tests = all.Select(c => c.IsShare ? OfShares(c, seed) : OfRatio(c, seed)).ToList();
        var differences = Decide(tests.Select(t => (t.Fewest, t.Difference)));
        var equivalences = Decide(tests.Select(t => (t.Fewest, t.Equivalence)));
        return [.. all.Select((c, i) => Verdict(c, tests[i], values, differences[i], equivalences[i]))];
    }

    // Two-sided: a change may go either way.
    private static Tested OfRatio(ComparedValues compared, int seed)
    {
        var ratio = new RatioTest(compared.After, compared.Before, SeededRandom.For(seed, compared.Purpose));
        return new(compared.Fewest, 2 * Math.Min(ratio.PValueAbove(1), ratio.PValueBelow(1)), DifferenceTest.Equivalence.PValue(ratio),
            ratio.Interval, ratio.Range, Math.Max(ratio.Ratio, 1 / ratio.Ratio) >= DifferenceTest.MinRatio, Math.Log(ratio.Ratio));
    }

    // A share can be 0, and a ratio of it says nothing.
    private static Tested OfShares(ComparedValues compared, int seed)
    {
        var test = new PermutationTest(compared.After, compared.Before, SeededRandom.For(seed, compared.Purpose));
        var range = new Estimate(
            test.Difference, compared.After.Min() - compared.Before.Max(), compared.After.Max() - compared.Before.Min())
        {
            RangeOf = compared.Fewest,
        };
        return new(compared.Fewest, 2 * Math.Min(test.PValueAbove(0), test.PValueBelow(0)),
            Math.Max(test.PValueAbove(-MinShare), test.PValueBelow(MinShare)), test.Interval, range,
            Math.Abs(test.Difference) >= MinShare, test.Difference);
    }

    // Too few values decide nothing, and count all the same.
    private static IReadOnlyList<HolmDecision> Decide(IEnumerable<(int Fewest, double P)> tests) => HolmProcedure.Decide(
        [.. tests.Select(t => t.Fewest < DifferenceTest.MinReplicates ? 1 : Math.Min(1, t.P))], DifferenceTest.FalseFindings);

    private static ChangeVerdict Verdict(
        ComparedValues compared, Tested test, string values, HolmDecision difference, HolmDecision equivalence)
    {
        // Two-sided: each end of the interval has half of the level.
        var interval = test.Fewest < DifferenceTest.MinReplicates ? null : test.Interval(difference.Level / 2);
        var (kind, reason) = 0 switch
        {
            _ when test.Fewest < DifferenceTest.MinReplicates => (ChangeKind.Undecided,
                Text($"{test.Fewest} {values} are too few, {DifferenceTest.MinReplicates} are needed")),
            _ when difference.IsRejected && test.IsLarge =>
                (Direction(compared.Better, test.Direction), Text($"a difference at this comparison's level of {difference.Level:0.####}")),
            _ when equivalence.IsRejected => (ChangeKind.Same, compared.IsShare
                ? Text($"the difference lies within {100 * MinShare:0.#} % by two one-sided tests")
                : "the ratio lies within 0.8 to 1.25 by two one-sided tests"),
            _ when interval is null => (ChangeKind.Undecided, Text(
                $"{test.Fewest} {values} cannot reach the level of {difference.Level:0.####} that so many comparisons leave to each")),
            _ => (ChangeKind.Undecided, "neither a difference nor an equivalence is certain"),
        };
        return new(interval ?? test.Range, kind, reason, Math.Min(1, test.Difference));
    }

    private static ChangeKind Direction(Better better, double direction) => better switch
    {
        Better.Neither => ChangeKind.Different,
        Better.Lower => direction < 0 ? ChangeKind.Better : ChangeKind.Worse,
        _ => direction > 0 ? ChangeKind.Better : ChangeKind.Worse,
    };

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);

    private sealed record Tested(int Fewest, double Difference, double Equivalence, Func<double, Estimate?> Interval, Estimate Range,
        bool IsLarge, double Direction);
}

/// <summary>The values of one figure in two records; at least one each.</summary>
/// <param name="Purpose">What they are, for the seed of random arrangements.</param>
/// <param name="Before">Values of the earlier record.</param>
/// <param name="After">Values of the later record.</param>
/// <param name="Better">The better direction.</param>
/// <param name="IsShare">Whether they are shares from 0 to 1, of which the difference is tested; else they are positive, and their ratio
/// is.</param>
internal sealed record ComparedValues(string Purpose, double[] Before, double[] After, Better Better, bool IsShare = false)
{
    /// <summary>Number of values of the smaller side.</summary>
    public int Fewest => Math.Min(Before.Length, After.Length);
}

/// <summary>What a test says of one figure.</summary>
/// <param name="Estimate">After divided by before, or after minus before for shares, with interval or range.</param>
/// <param name="Kind">The verdict.</param>
/// <param name="Reason">Why it is not a larger claim, or what it rests on.</param>
/// <param name="PValue">Two-sided probability of such a difference if there were none.</param>
internal sealed record ChangeVerdict(Estimate Estimate, ChangeKind Kind, string Reason, double PValue);
