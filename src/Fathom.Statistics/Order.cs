namespace Fathom.Statistics;

/// <summary>Counts values and selects one by rank, in linear time. No loop branches on a value: a processor predicts every other such
/// branch wrong, which took twice as long for the 184,755 values of 10 against 10.</summary>
internal static class Order
{
    /// <summary>Returns how many values are at most a limit.</summary>
    public static int CountAtMost(double[] values, double limit)
    {
        var count = 0;
        foreach (var value in values)
        {
            count += value <= limit ? 1 : 0;
        }

        return count;
    }

    /// <summary>Returns how many values are at least a limit.</summary>
    public static int CountAtLeast(double[] values, double limit)
    {
        var count = 0;
        foreach (var value in values)
        {
            count += value >= limit ? 1 : 0;
        }

        return count;
    }

    /// <summary>Returns the value of a rank (quickselect, with Lomuto's partition). Reorders the values.</summary>
    /// <param name="values">At least one value.</param>
    /// <param name="rank">From 0 for the smallest; beyond the largest, the largest.</param>
    public static double Smallest(double[] values, int rank)
    {
        rank = Math.Clamp(rank, 0, values.Length - 1);
        var rest = values.AsSpan();
        while (true)
        {
            var pivot = rest[rest.Length / 2];
            var smaller = 0;
            for (var i = 0; i < rest.Length; i++)
            {
                var value = rest[i];
                rest[i] = rest[smaller];
                rest[smaller] = value;
                smaller += value < pivot ? 1 : 0;
            }

            if (rank < smaller)
            {
                rest = rest[..smaller];
                continue;
            }

            // Those that equal the pivot are set aside, too: many may.
            var notLarger = smaller;
            for (var i = smaller; i < rest.Length; i++)
            {
                var value = rest[i];
                rest[i] = rest[notLarger];
                rest[notLarger] = value;
                notLarger += value > pivot ? 0 : 1;
            }

            if (rank < notLarger)
            {
                return pivot;
            }

            rest = rest[notLarger..];
            rank -= notLarger;
        }
    }
}
