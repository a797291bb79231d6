namespace Fathom.Statistics;

/// <summary>One replicate's value of a metric.</summary>
/// <param name="Block">The block in which it was measured. Values of one block were measured under similar conditions.</param>
/// <param name="Value">The value.</param>
public readonly record struct Sample(int Block, double Value)
{
    /// <summary>Returns the median: the middle value, or the mean of the two middle values.</summary>
    /// <exception cref="ArgumentException">There are no values.</exception>
    public static double Median(ReadOnlySpan<double> values)
    {
        if (values.IsEmpty)
        {
            throw new ArgumentException("The median of no values is not defined.", nameof(values));
        }

        Span<double> sorted = values.Length <= 64 ? stackalloc double[values.Length] : new double[values.Length];
        values.CopyTo(sorted);
        sorted.Sort();
        var middle = sorted.Length / 2;
        return sorted.Length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
