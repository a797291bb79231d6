namespace Fathom.Statistics;

/// <summary>The ways to divide the values of two samples between them, each by its critical shift: from that shift on the difference of
/// its means is at least the measured one.</summary>
internal static class Arrangements
{
    /// <summary>The number of arrangements: n + m over n.</summary>
    public static double CountOf(int first, int second)
    {
        var count = 1.0;
        for (var i = 1; i <= first; i++)
        {
            // Exact: every step is a binomial coefficient.
            count = count * (second + i) / i;
        }

        return count;
    }

    public static double Mean(ReadOnlySpan<double> values)
    {
        var sum = 0.0;
        foreach (var value in values)
        {
            sum += value;
        }

        return sum / values.Length;
    }

    /// <summary>The critical shifts of all arrangements but the measured one.</summary>
    /// <param name="values">The first sample, then the second.</param>
    /// <param name="first">Size of the first sample.</param>
    /// <param name="count">Number of arrangements.</param>
    public static double[] AllShifts(double[] values, int first, int count)
    {
        var most = Math.Min(first, values.Length - first);
        var shifts = GC.AllocateUninitializedArray<double>(count - 1);
        var next = 0;
        Leave(0, 0, 0);
        return shifts;

        // One more value of the first sample leaves it, and as many of the second enter it.
        void Leave(int from, double excess, int exchanged)
        {
            for (var i = from; exchanged < most && i < first; i++)
            {
                Enter(first, exchanged + 1, excess + values[i], exchanged + 1);
                Leave(i + 1, excess + values[i], exchanged + 1);
            }
        }

        void Enter(int from, int left, double excess, int exchanged)
        {
            for (var i = from; i <= values.Length - left; i++)
            {
                if (left == 1)
                {
                    shifts[next++] = (excess - values[i]) / exchanged;
                }
                else
                {
                    Enter(i + 1, left - 1, excess - values[i], exchanged);
                }
            }
        }
    }

    /// <summary>The critical shifts of random arrangements; those that exchange nothing are left out.</summary>
    /// <param name="values">The first sample, then the second.</param>
    /// <param name="first">Size of the first sample.</param>
    /// <param name="count">Number of arrangements to draw.</param>
    /// <param name="random">Decides them, without regard to the values.</param>
    public static double[] RandomShifts(double[] values, int first, int count, SeededRandom random)
    {
        var shifts = new List<double>(count);
        int[] places = [.. Enumerable.Range(0, values.Length)];
        for (var n = 0; n < count; n++)
        {
            random.Shuffle(places);
            var (excess, exchanged) = (0.0, 0);
            for (var i = 0; i < places.Length; i++)
            {
                var wasFirst = places[i] < first;
                if (wasFirst != (i < first))
                {
                    excess += wasFirst ? values[places[i]] : -values[places[i]];
                    exchanged += wasFirst ? 1 : 0;
                }
            }

            if (exchanged > 0)
            {
                shifts.Add(excess / exchanged);
            }
        }

        return [.. shifts];
    }
}
