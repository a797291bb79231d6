namespace Fathom.Statistics;

/// <summary>
/// Percentile bootstrap intervals (Efron, 1979) of medians, of their ratios and of their differences. Blocks are resampled, not single
/// values: what struck a whole block (a busy neighbour, a warm cache) then strikes both sides alike.
/// </summary>
public static class BlockBootstrap
{
    /// <summary>Resamplings per interval: the ends then move by less than a percent of the interval from seed to seed.</summary>
    public const int Resamplings = 4000;

    /// <summary>The median and its interval.</summary>
    /// <param name="values">At least one.</param>
    /// <param name="confidence">Between 0 and 1, for example 0.95.</param>
    /// <param name="random">Decides the resamplings; the same seed gives the same interval.</param>
    public static Estimate Median(IReadOnlyList<Sample> values, double confidence, SeededRandom random)
    {
        var all = Values(values);
        var picked = new double[all.Length];
        return Interval(Sample.Median(all), confidence, () =>
        {
            for (var i = 0; i < picked.Length; i++)
            {
                picked[i] = all[random.Next(all.Length)];
            }

            return Sample.Median(picked);
        });
    }

    /// <summary>The ratio of the two medians, <paramref name="above"/> over <paramref name="below"/>, and its interval.</summary>
    /// <param name="above">At least one value; all positive.</param>
    /// <param name="below">At least one value; all positive.</param>
    /// <param name="confidence">Between 0 and 1.</param>
    /// <param name="random">Decides the resamplings.</param>
    public static Estimate Ratio(
        IReadOnlyList<Sample> above, IReadOnlyList<Sample> below, double confidence, SeededRandom random) =>
        OfMedians(above, below, (a, b) => a / b, confidence, random);

    /// <summary>The difference of the two medians, <paramref name="left"/> less <paramref name="right"/>, and its interval.</summary>
    /// <param name="left">At least one value.</param>
    /// <param name="right">At least one value.</param>
    /// <param name="confidence">Between 0 and 1.</param>
    /// <param name="random">Decides the resamplings.</param>
    public static Estimate Difference(
        IReadOnlyList<Sample> left, IReadOnlyList<Sample> right, double confidence, SeededRandom random) =>
        OfMedians(left, right, (a, b) => a - b, confidence, random);

    // Blocks in which both were measured are drawn for both at once; the others (unlike numbers of replicates) each for their own side.
    private static Estimate OfMedians(
        IReadOnlyList<Sample> first, IReadOnlyList<Sample> second, Func<double, double, double> statistic, double confidence,
            SeededRandom random)
    {
        var pairs = first.Join(second, s => s.Block, s => s.Block, (a, b) => (a.Value, b.Value)).ToArray();
        var common = first.Select(s => s.Block).Intersect(second.Select(s => s.Block)).ToHashSet();
        var firstAlone = Values(first.Where(s => !common.Contains(s.Block)));
        var secondAlone = Values(second.Where(s => !common.Contains(s.Block)));
        var a = new double[pairs.Length + firstAlone.Length];
        var b = new double[pairs.Length + secondAlone.Length];
        return Interval(statistic(Sample.Median(Values(first)), Sample.Median(Values(second))), confidence, () =>
        {
            for (var i = 0; i < pairs.Length; i++)
            {
                (a[i], b[i]) = pairs[random.Next(pairs.Length)];
            }

            Draw(firstAlone, a.AsSpan(pairs.Length), random);
            Draw(secondAlone, b.AsSpan(pairs.Length), random);
            return statistic(Sample.Median(a), Sample.Median(b));
        });
    }

    private static void Draw(double[] from, Span<double> into, SeededRandom random)
    {
        for (var i = 0; i < into.Length; i++)
        {
            into[i] = from[random.Next(from.Length)];
        }
    }

    private static Estimate Interval(double value, double confidence, Func<double> resample)
    {
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(confidence, 0);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(confidence, 1);
        var drawn = new double[Resamplings];
        for (var i = 0; i < drawn.Length; i++)
        {
            drawn[i] = resample();
        }

        Array.Sort(drawn);
        var tail = (1 - confidence) / 2;
        return new Estimate(value, Quantile(drawn, tail), Quantile(drawn, 1 - tail));
    }

    private static double Quantile(double[] sorted, double share) =>
        sorted[Math.Clamp((int)Math.Round(share * (sorted.Length - 1)), 0, sorted.Length - 1)];

    private static double[] Values(IEnumerable<Sample> samples) => [.. samples.Select(s => s.Value)];
}
