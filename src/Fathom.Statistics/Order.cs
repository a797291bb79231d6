namespace Fathom.Statistics;

/// <summary>Selection by rank (Hoare's quickselect), in linear time.</summary>
internal static class Order
{
    /// <summary>Returns the value of a rank. Reorders the values.</summary>
    /// <param name="values">At least one value.</param>
    /// <param name="rank">From 0 for the smallest; beyond the largest, the largest.</param>
    public static double Smallest(double[] values, int rank)
    {
        var (low, high) = (0, values.Length - 1);
        rank = Math.Clamp(rank, low, high);
        while (low < high)
        {
            var pivot = values[low + ((high - low) / 2)];
            var (i, j) = (low, high);
            while (i <= j)
            {
                while (values[i] < pivot)
                {
                    i++;
                }

                while (values[j] > pivot)
                {
                    j--;
                }

                if (i <= j)
                {
                    (values[i], values[j]) = (values[j], values[i]);
                    i++;
                    j--;
                }
            }

            if (rank > j && rank < i)
            {
                break;
            }

            (low, high) = rank <= j ? (low, j) : (i, high);
        }

        return values[rank];
    }
}
