namespace Fathom.Statistics;

/// <summary>
/// Exact permutation test (Fisher). Of all ways to assign the measured values to the two trials, it computes the share in which the first
/// trial exceeds the second by at least the measured difference. It assumes no distribution, so its rate of false positives is correct even
/// for five values with heavy tails, for which a bootstrap interval is too narrow.
/// </summary>
public static class PermutationTest
{
    // C(24,12) = 2.7 million. Above this, a random sample of the arrangements is used.
    private const int MostExact = 24;
    private const int Sampled = 200_000;

    /// <summary>Computes the one-sided p-value of "<paramref name="larger"/> is larger", for the difference of the mean
    /// logarithms.</summary>
    /// <param name="larger">Positive values.</param>
    /// <param name="smaller">Positive values.</param>
    /// <param name="random">Used only for more than 24 values in total, which have too many arrangements to enumerate.</param>
    /// <returns>The p-value, above 0 and at most 1; 1 when a side has no values.</returns>
    /// <exception cref="ArgumentOutOfRangeException">A value is not positive.</exception>
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

        // The group sizes are fixed, so the difference of the means increases with the sum of the first group.
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
        // The observed arrangement is part of the sample, so the p-value is never zero.
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
