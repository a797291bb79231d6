namespace Fathom.Statistics;

/// <summary>
/// Permutation test of the ratio of two samples of positive values, on their logarithms: times and the rates that they are give the same
/// result. Decision and interval come from the same arrangements, so the interval excludes a ratio exactly where the test rejects it. Not
/// thread-safe.
/// </summary>
public sealed class RatioTest
{
    private readonly PermutationTest _logarithms;

    /// <summary>Prepares the test.</summary>
    /// <param name="above">At least one positive, finite value.</param>
    /// <param name="below">At least one positive, finite value.</param>
    /// <param name="random">Used only where there are more than <see cref="PermutationTest.MaxExact"/> arrangements.</param>
    /// <exception cref="ArgumentException">A sample is empty, or a value is not positive or not finite.</exception>
    public RatioTest(ReadOnlySpan<double> above, ReadOnlySpan<double> below, SeededRandom random)
        : this(new PermutationTest(Logarithms(above), Logarithms(below), random), above, below)
    {
    }

    private RatioTest(PermutationTest logarithms, ReadOnlySpan<double> above, ReadOnlySpan<double> below)
    {
        _logarithms = logarithms;
        // The largest and the smallest ratio of a value of one side to a value of the other.
        Range = new(Ratio, Smallest(above) / Largest(below), Largest(above) / Smallest(below))
        {
            RangeOf = Math.Min(above.Length, below.Length),
        };
    }

    /// <summary>The ratio of the geometric means, which is the ratio that the test compares.</summary>
    public double Ratio => Math.Exp(_logarithms.Difference);

    /// <summary>The ratio with the range of the measured values: from the smallest above over the largest below to the opposite.</summary>
    public Estimate Range { get; }

    /// <summary>Prepares the test of pairs (<see cref="PermutationTest.OfPairs"/>).</summary>
    /// <param name="above">The first value of each pair: at least one, all positive and finite.</param>
    /// <param name="below">The second value of each, in the same order.</param>
    /// <param name="random">Used only where there are more than <see cref="PermutationTest.MaxExact"/> arrangements.</param>
    /// <exception cref="ArgumentException">There is no pair, or not as many values of both, or one is not positive or not
    /// finite.</exception>
    public static RatioTest OfPairs(ReadOnlySpan<double> above, ReadOnlySpan<double> below, SeededRandom random) =>
        new(PermutationTest.OfPairs(Logarithms(above), Logarithms(below), random), above, below);

    /// <summary>Computes the one-sided p-value of "the true ratio is larger than <paramref name="ratio"/>".</summary>
    /// <param name="ratio">Positive; 1 for "the first is larger".</param>
    public double PValueAbove(double ratio) => _logarithms.PValueAbove(Math.Log(ratio));

    /// <summary>Computes the one-sided p-value of "the true ratio is smaller than <paramref name="ratio"/>".</summary>
    /// <param name="ratio">Positive.</param>
    public double PValueBelow(double ratio) => _logarithms.PValueBelow(Math.Log(ratio));

    /// <summary>Computes the interval of all ratios that neither one-sided test rejects.</summary>
    /// <param name="level">Level of each end, above 0 and below 0.5. The confidence is 1 - 2 times the level.</param>
    /// <returns>The interval; null where no p-value of so many values is as small as the level.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="level"/> is outside its range.</exception>
    public Estimate? Interval(double level) => _logarithms.Interval(level) is { } shifts
        ? shifts with { Value = Ratio, Low = Math.Exp(shifts.Low), High = Math.Exp(shifts.High) }
        : null;

    private static double[] Logarithms(ReadOnlySpan<double> values)
    {
        var logarithms = new double[values.Length];
        for (var i = 0; i < values.Length; i++)
        {
            logarithms[i] = values[i] > 0 ? Math.Log(values[i])
                : throw new ArgumentException($"A sample contains {values[i]}; positive values are accepted.");
        }

        return logarithms;
    }

    private static double Smallest(ReadOnlySpan<double> values)
    {
        var smallest = values[0];
        foreach (var value in values)
        {
            smallest = Math.Min(smallest, value);
        }

        return smallest;
    }

    private static double Largest(ReadOnlySpan<double> values)
    {
        var largest = values[0];
        foreach (var value in values)
        {
            largest = Math.Max(largest, value);
        }

        return largest;
    }
}
