namespace Fathom.Statistics;

/// <summary>
/// The interval of a median between two of the values (order statistics). It assumes independent values and no distribution: each value
/// lies above the true median with probability 1/2. A bootstrap interval of five values claims 95 % and cannot have it, since the median
/// lies outside all of them with probability 1/16.
/// </summary>
public static class MedianInterval
{
    /// <summary>Computes the median, and its narrowest interval of at least the confidence; the range of the values where there are too
    /// few: fewer than 6 for 95 %.</summary>
    /// <param name="values">At least one value.</param>
    /// <param name="confidence">Above 0 and below 1. The confidence of the interval is usually a little larger.</param>
    /// <exception cref="ArgumentException">There are no values.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="confidence"/> is outside its range.</exception>
    public static Estimate Of(ReadOnlySpan<double> values, double confidence)
    {
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(confidence, 0);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(confidence, 1);
        var median = Sample.Median(values);
        double[] sorted = [.. values];
        Array.Sort(sorted);
        // The share of cases with at most so many values below the true median; the ends come in by one value while both tails stay rare.
        var (tail, term, inner) = (0.0, Math.Pow(0.5, sorted.Length), -1);
        for (var below = 0; below < (sorted.Length + 1) / 2 && 2 * (tail + term) <= 1 - confidence; below++)
        {
            (tail, inner) = (tail + term, below);
            term *= (sorted.Length - below) / (below + 1.0);
        }

        return inner < 0
            ? new Estimate(median, sorted[0], sorted[^1]) { RangeOf = sorted.Length }
            : new Estimate(median, sorted[inner], sorted[^(inner + 1)]) { Confidence = 1 - (2 * tail) };
    }
}
