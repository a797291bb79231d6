using FsCheck;
using FsCheck.Fluent;
using Fathom.Statistics.Histograms;
using Fathom.TestKit;

namespace Fathom.Tests.Statistics.Histograms;

public class LatencyHistogramTests
{
    [Fact]
    public void Any_percentile_is_within_one_128th_of_the_exact_one()
    {
        var durations = Gen.Choose(0, int.MaxValue).NonEmptyListOf().ToArbitrary();
        Prop.ForAll(durations, ticks =>
        {
            var histogram = new LatencyHistogram();
            foreach (var tick in ticks)
            {
                histogram.Record(TimeSpan.FromTicks(tick));
            }

            var buckets = histogram.Buckets().Select(b => ((double)b.UpTo.Ticks, b.Count)).ToList();
            var sorted = ticks.Order().ToList();
            return new[] { 0.0, 0.5, 0.9, 0.99, 1.0 }.All(share =>
            {
                var exact = sorted[Math.Max(1, (int)Math.Ceiling(share * sorted.Count)) - 1];
                var found = Percentile.Of(buckets, share)!.Value;
                return found >= exact && found <= (exact * (1 + (1.0 / 128))) + 1;
            });
        }).QuickCheckThrowOnFailure();
    }

    [Fact]
    public void Buckets_ascend_and_hold_every_duration()
    {
        var histogram = new LatencyHistogram();
        TimeSpan[] durations = [TimeSpan.FromMilliseconds(-1), TimeSpan.Zero, TimeSpan.FromTicks(1), TimeSpan.FromSeconds(3),
            TimeSpan.FromDays(400)];
        foreach (var duration in durations)
        {
            histogram.Record(duration);
        }

        histogram.Count.ShouldBe(durations.Length);
        histogram.Buckets().Sum(b => b.Count).ShouldBe(durations.Length);
        histogram.Buckets().Select(b => b.UpTo).ShouldBeInOrder();
        histogram.Maximum.ShouldBe(TimeSpan.FromDays(400));
    }

    [Fact]
    public void Recording_allocates_nothing()
    {
        var histogram = new LatencyHistogram();
        histogram.Record(TimeSpan.FromMilliseconds(1));
        Allocations.OfARound(() =>
        {
            for (var i = 0; i < 1000; i++)
            {
                histogram.Record(TimeSpan.FromTicks(i * 977));
            }
        }).ShouldBe(0);
    }

    [Fact]
    public void Recording_from_many_threads_loses_nothing()
    {
        var histogram = new LatencyHistogram();
        Parallel.For(0, 10_000, i => histogram.Record(TimeSpan.FromTicks(i)));
        histogram.Count.ShouldBe(10_000);
        histogram.Maximum.ShouldBe(TimeSpan.FromTicks(9_999));
    }

    [Fact]
    public void A_percentile_of_nothing_is_null()
    {
        Percentile.Of(new List<(double, long)>(), 0.5).ShouldBeNull();
        Percentile.Of(new List<double>(), 0.5).ShouldBeNull();
    }

    [Theory]
    [InlineData(0, 1)]
    [InlineData(0.5, 2)]
    [InlineData(0.51, 3)]
    [InlineData(1, 4)]
    public void A_percentile_of_values_is_one_of_them(double share, double expected) =>
        Percentile.Of(new List<double> { 1, 2, 3, 4 }, share).ShouldBe(expected);
}
