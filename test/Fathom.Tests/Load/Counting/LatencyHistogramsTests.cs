using FsCheck;
using FsCheck.Fluent;
using Fathom.Load.Counting;
using Fathom.Statistics.Histograms;
using Fathom.TestKit;
using HdrHistogram;

namespace Fathom.Tests.Load.Counting;

/// <summary>Histograms are exact to 0.1 %, and add up exactly.</summary>
public class LatencyHistogramsTests
{
    private static readonly double[] Percents = [0, 1, 25, 50, 75, 90, 95, 99, 99.9, 100];

    [Fact]
    public void Percentiles_are_within_a_thousandth_of_the_exact_ones() => Prop.ForAll(
        ArbMap.Default.ArbFor<(PositiveInt Seed, byte Size, byte Spread)>(), given =>
        {
            var random = new Random(given.Seed.Get);
            var values = Enumerable.Range(0, 1 + (given.Size * 4))
                .Select(_ => (long)Math.Min(LatencyHistograms.Longest, Math.Exp(random.NextDouble() * (given.Spread % 29))))
                .Order().ToArray();
            var histogram = LatencyHistograms.Create();
            foreach (var value in values)
            {
                histogram.Count(value);
            }

            foreach (var percent in Percents)
            {
                // Nearest rank, as HdrHistogram defines it.
                var exact = values[Math.Max(0, (int)(Math.Max(1, (long)((percent / 100 * values.Length) + 0.5)) - 1))];
                LatencyHistograms.PercentileOf(histogram, percent)!.Value.ShouldBe(exact, Math.Max(0.5, exact * 0.001), $"p{percent}");
            }
        }).QuickCheckThrowOnFailure();

    [Fact]
    public void Histograms_of_workers_add_up_to_the_histogram_of_all_values()
    {
        var (all, sum) = (LatencyHistograms.Create(), LatencyHistograms.Create());
        var workers = Enumerable.Range(0, 4).Select(_ => LatencyHistograms.Create()).ToArray();
        var random = new Random(3);
        for (var i = 0; i < 20_000; i++)
        {
            var value = random.NextInt64(1, 10_000_000_000);
            all.Count(value);
            workers[i % 4].Count(value);
        }

        foreach (var worker in workers)
        {
            sum.Add(worker);
        }

        Buckets(sum).ShouldBe(Buckets(all));
    }

    [Fact]
    public void Counting_from_many_threads_loses_nothing()
    {
        var histogram = LatencyHistograms.CreateShared();
        Parallel.For(0, 10_000, i => histogram.Count(i));
        histogram.TotalCount.ShouldBe(10_000);
        LatencyHistograms.BucketsOf(histogram).Sum(b => b.Count).ShouldBe(10_000);
    }

    [Fact]
    public void Buckets_ascend_and_their_percentiles_are_within_a_thousandth() => Prop.ForAll(
        Gen.Choose(0, int.MaxValue).NonEmptyListOf().ToArbitrary(), values =>
        {
            var histogram = LatencyHistograms.CreateShared();
            foreach (var value in values)
            {
                histogram.Count(value);
            }

            var buckets = LatencyHistograms.BucketsOf(histogram).Select(b => ((double)b.UpTo, b.Count)).ToList();
            buckets.Select(b => b.Item1).ShouldBeInOrder(SortDirection.Ascending);
            var ascending = values.Order().Select(v => (double)v).ToList();
            foreach (var share in Percents.Select(p => p / 100))
            {
                var exact = Percentile.Of(ascending, share)!.Value;
                Percentile.Of(buckets, share)!.Value.ShouldBeInRange(exact, (exact * 1.001) + 1);
            }
        }).QuickCheckThrowOnFailure();

    [Fact]
    public void Counting_allocates_nothing()
    {
        var tally = new CallTally(18);
        Allocations.OfARound(() =>
        {
            for (var i = 0; i < 1000; i++)
            {
                tally.Add(i, new CallCompletion(i % 18, i + 5, i + 100_000L, 12, 12, i % 2 == 0), isOpenLoop: true);
            }
        }).ShouldBe(0);
    }

    private static List<(long Value, long Count)> Buckets(HistogramBase histogram) =>
        [.. histogram.RecordedValues().Select(v => (v.ValueIteratedTo, v.CountAddedInThisIterationStep))];
}
