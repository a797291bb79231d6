namespace Fathom.Statistics;

/// <summary>
/// Exact permutation test (Fisher): of all ways to deal the measured values to the two trials, the share in which the first
/// exceeds the second by at least as much as it did. It assumes no distribution, so its share of false alarms is what it says
/// even for five values with heavy tails, where a bootstrap interval is too narrow.
/// </summary>
public static class PermutationTest
{
    // C(24,12) = 2.7 million: beyond this a random sample of the arrangements takes over.
    private const int MostExact = 24;
    private const int Sampled = 200_000;

    /// <summary>One-sided p-value for "<paramref name="larger"/> is larger", on the difference of the mean logarithms.</summary>
    /// <param name="larger">Positive values.</param>
    /// <param name="smaller">Positive values.</param>
    /// <param name="random">Used only where there are too many arrangements to go through (more than 24 values in all).</param>
    public static double PValue(ReadOnlySpan<double> larger, ReadOnlySpan<double> smaller, SeededRandom random)
    {
        if (larger.IsEmpty || smaller.IsEmpty)
        {
            return 1;
        }

        var logs = new double[larger.Length + smaller.Length];
        for (var i = 0; i < logs.Length; i++)
        {
            var value = i < larger.Length ? larger[i] : smaller[i - larger.Length];
            ArgumentOutOfRangeException.ThrowIfNegativeOrZero(value);
            logs[i] = Math.Log(value);
        }

        // With the group sizes fixed, the difference of means grows with the sum of the first group alone.
        var observed = logs.AsSpan(0, larger.Length).ToArray().Sum();
        var threshold = observed - (1e-12 * Math.Max(1, Math.Abs(observed)));
        return logs.Length <= MostExact
            ? Exact(logs, larger.Length, threshold)
            : AtRandom(logs, larger.Length, threshold, random);
    }

    private static double Exact(double[] logs, int size, double threshold)
    {
        long arrangements = 0, asLarge = 0;
        Choose(0, size, 0);
        return (double)asLarge / arrangements;

        void Choose(int from, int left, double sum)
        {
            if (left == 0)
            {
                arrangements++;
                asLarge += sum >= threshold ? 1 : 0;
                return;
            }

            for (var i = from; i <= logs.Length - left; i++)
            {
                Choose(i + 1, left - 1, sum + logs[i]);
            }
        }
    }

    private static double AtRandom(double[] logs, int size, double threshold, SeededRandom random)
    {
        // The observed arrangement counts as one of the sample: a p-value of zero is never claimed.
        var asLarge = 1;
        for (var n = 0; n < Sampled; n++)
        {
            random.Shuffle(logs);
            var sum = 0.0;
            for (var i = 0; i < size; i++)
            {
                sum += logs[i];
            }

            asLarge += sum >= threshold ? 1 : 0;
        }

        return (double)asLarge / (Sampled + 1);
    }
}
