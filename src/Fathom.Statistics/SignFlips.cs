using System.Numerics;

namespace Fathom.Statistics;

/// <summary>The ways to exchange the two values of some of several pairs, each by its critical shift: from that shift on the mean of the
/// differences is at least the measured one.</summary>
internal static class SignFlips
{
    /// <summary>The critical shifts of all exchanges but the one that exchanges nothing: the mean of every set of the
    /// differences.</summary>
    /// <param name="differences">At least one, and at most as many as fit 32 bits.</param>
    public static double[] AllShifts(double[] differences)
    {
        var sums = new double[1 << differences.Length];
        for (var set = 1; set < sums.Length; set++)
        {
            sums[set] = sums[set & (set - 1)] + differences[BitOperations.TrailingZeroCount(set)];
        }

        for (var set = 1; set < sums.Length; set++)
        {
            sums[set] /= BitOperations.PopCount((uint)set);
        }

        return sums[1..];
    }

    /// <summary>The critical shifts of random exchanges; those that exchange nothing are left out.</summary>
    /// <param name="differences">At least one.</param>
    /// <param name="count">Number of exchanges to draw.</param>
    /// <param name="random">Decides them, without regard to the values.</param>
    public static double[] RandomShifts(double[] differences, int count, SeededRandom random)
    {
        var shifts = new List<double>(count);
        for (var n = 0; n < count; n++)
        {
            var (sum, exchanged) = (0.0, 0);
            foreach (var difference in differences)
            {
                if (random.Next(2) == 1)
                {
                    sum += difference;
                    exchanged++;
                }
            }

            if (exchanged > 0)
            {
                shifts.Add(sum / exchanged);
            }
        }

        return [.. shifts];
    }
}
