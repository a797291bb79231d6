namespace Fathom.Statistics;

/// <summary>
/// Permutation test (Fisher) of a shift between two samples, for the difference of their means. A shift is tested by subtracting it from
/// the first sample; the p-value is the share of the arrangements of all values in which the difference is at least as extreme as the
/// measured one. It assumes no distribution, so its rate of false positives is correct for five values with heavy tails too. The interval
/// is the set of all shifts that the test does not reject. Not thread-safe.
/// <para>Where the values were measured in pairs, the two of each in random order, the arrangements exchange values within pairs alone
/// (<see cref="OfPairs"/>; the sign-flip test of Fisher, 1935). What disturbs both values of a pair then disturbs no difference.</para>
/// </summary>
/// <remarks>
/// An arrangement that exchanges the values A of the first sample for the values B of the second, equally many, gives a difference at
/// least as large as the measured one exactly where the shift is at least mean(A) - mean(B). The p-value therefore changes at these
/// critical shifts only: the p-value of a shift is a count of them, and an end of the interval is one of them. Of pairs they are the mean
/// differences of every set of the pairs.
/// </remarks>
public sealed class PermutationTest
{
    /// <summary>Up to this number of arrangements, all of them are used: 12 values against 12, 21 pairs.</summary>
    public const int MaxExact = 2_704_156;

    /// <summary>Number of random arrangements where there are too many to use all.</summary>
    public const int Sampled = 200_000;

    // Sums of the same values in another order differ by less than this, relative to the largest value.
    private const double Tolerance = 1e-12;

    private readonly double _tolerance;

    // Of the arrangements that exchange something; in no order.
    private readonly double[] _criticalShifts;

    /// <summary>Prepares the test.</summary>
    /// <param name="first">At least one finite value.</param>
    /// <param name="second">At least one finite value.</param>
    /// <param name="random">Used only where there are more than <see cref="MaxExact"/> arrangements.</param>
    /// <exception cref="ArgumentException">A sample is empty, or a value is not finite.</exception>
    public PermutationTest(ReadOnlySpan<double> first, ReadOnlySpan<double> second, SeededRandom random)
    {
        double[] values = Finite(first, second);
        Difference = Arrangements.Mean(first) - Arrangements.Mean(second);
        _tolerance = ToleranceOf(values);
        var count = Arrangements.CountOf(first.Length, second.Length);
        IsExact = count <= MaxExact;
        Count = IsExact ? (int)count : Sampled + 1;
        _criticalShifts = IsExact
            ? Arrangements.AllShifts(values, first.Length, Count)
            : Arrangements.RandomShifts(values, first.Length, Sampled, random);
    }

    private PermutationTest(double[] differences, double tolerance, SeededRandom random)
    {
        Difference = Arrangements.Mean(differences);
        _tolerance = tolerance;
        var count = CountOfPairs(differences.Length);
        IsExact = count <= MaxExact;
        Count = IsExact ? (int)count : Sampled + 1;
        _criticalShifts = IsExact
            ? SignFlips.AllShifts(differences)
            : SignFlips.RandomShifts(differences, Sampled, random);
    }

    /// <summary>The mean of the first sample minus that of the second.</summary>
    public double Difference { get; }

    /// <summary>Whether all arrangements are used.</summary>
    public bool IsExact { get; }

    /// <summary>The number of arrangements used, the measured one included.</summary>
    public int Count { get; }

    /// <summary>The smallest p-value that so many values can give.</summary>
    public double SmallestP => (double)Unchanged / Count;

    // The measured arrangement, and random ones that exchange nothing: at least as extreme at every shift.
    private int Unchanged => Count - _criticalShifts.Length;

    /// <summary>Returns the smallest p-value of two samples where all arrangements are used: 1 of all ways to divide the values.</summary>
    /// <param name="first">Number of values of one sample, from 1.</param>
    /// <param name="second">Number of values of the other, from 1.</param>
    public static double SmallestPOf(int first, int second) => 1 / Math.Min(Arrangements.CountOf(first, second), Sampled + 1.0);

    /// <summary>Returns the smallest p-value of pairs where all arrangements are used: 1 of all ways to exchange the values of
    /// some.</summary>
    /// <param name="pairs">Number of pairs, from 1.</param>
    public static double SmallestPOfPairs(int pairs) => 1 / Math.Min(CountOfPairs(pairs), Sampled + 1.0);

    /// <summary>Prepares the test of pairs: the sign-flip test.</summary>
    /// <param name="first">The first value of each pair: at least one, all finite.</param>
    /// <param name="second">The second value of each, in the same order.</param>
    /// <param name="random">Used only where there are more than <see cref="MaxExact"/> arrangements.</param>
    /// <exception cref="ArgumentException">There is no pair, or not as many values of both, or a value is not finite.</exception>
    public static PermutationTest OfPairs(ReadOnlySpan<double> first, ReadOnlySpan<double> second, SeededRandom random)
    {
        if (first.Length != second.Length)
        {
            throw new ArgumentException($"{first.Length} values against {second.Length} are no pairs: as many of both are accepted.");
        }

        var values = Finite(first, second);
        var pairs = first.Length;
        return new([.. Enumerable.Range(0, pairs).Select(i => values[i] - values[pairs + i])], ToleranceOf(values), random);
    }

    /// <summary>Returns whether a p-value is at most a level; equal values that differ by rounding are equal.</summary>
    public static bool IsWithin(double p, double level) => p <= level * (1 + Tolerance);

    /// <summary>Computes the one-sided p-value of "the true shift is larger than <paramref name="shift"/>".</summary>
    /// <returns>From <see cref="SmallestP"/> to 1. Grows with <paramref name="shift"/>.</returns>
    public double PValueAbove(double shift) => (double)(Unchanged + Order.CountAtMost(_criticalShifts, shift + _tolerance)) / Count;

    /// <summary>Computes the one-sided p-value of "the true shift is smaller than <paramref name="shift"/>".</summary>
    /// <returns>From <see cref="SmallestP"/> to 1. Falls with <paramref name="shift"/>.</returns>
    public double PValueBelow(double shift) => (double)(Unchanged + Order.CountAtLeast(_criticalShifts, shift - _tolerance)) / Count;

    /// <summary>
    /// Computes the interval of all shifts that neither one-sided test rejects. It excludes 0 below its lower end exactly where
    /// <see cref="PValueAbove"/> of 0 is at most the level, and above its upper end exactly where <see cref="PValueBelow"/> is.
    /// </summary>
    /// <param name="level">Level of each end, above 0 and below 0.5. The confidence is 1 - 2 times the level.</param>
    /// <returns>The interval; null where no p-value of so many values is as small as the level.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="level"/> is outside its range.</exception>
    public Estimate? Interval(double level)
    {
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(level, 0);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(level, 0.5);
        // Both tests reject a shift with fewer critical shifts beyond it than this.
        var rejected = (int)Math.Floor(level * Count * (1 + Tolerance)) - Unchanged;
        return rejected < 0 ? null
            : new Estimate(Difference, Snapped(Order.Smallest(_criticalShifts, rejected)),
                Snapped(Order.Smallest(_criticalShifts, _criticalShifts.Length - 1 - rejected)))
            {
                Confidence = 1 - (2 * level),
            };
    }

    private static double CountOfPairs(int pairs) => Math.Pow(2, pairs);

    private static double[] Finite(ReadOnlySpan<double> first, ReadOnlySpan<double> second)
    {
        if (first.IsEmpty || second.IsEmpty)
        {
            throw new ArgumentException($"A sample of {first.Length} values against {second.Length} cannot be tested: each needs one.");
        }

        double[] values = [.. first, .. second];
        return Array.Find(values, v => !double.IsFinite(v)) is var unusable && !double.IsFinite(unusable)
            ? throw new ArgumentException($"A sample contains {unusable}; finite values are accepted.")
            : values;
    }

    private static double ToleranceOf(double[] values) => Tolerance * Math.Max(1, values.Max(Math.Abs));

    // What rounding alone keeps from 0 is 0, for the interval as for the p-value.
    private double Snapped(double shift) => Math.Abs(shift) <= _tolerance ? 0 : shift;
}
