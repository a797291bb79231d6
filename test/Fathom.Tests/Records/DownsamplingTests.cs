using Fathom.Records.Reports.Pictures;
using Fathom.Records;
using FsCheck;
using FsCheck.Fluent;

namespace Fathom.Tests.Records;

public class DownsamplingTests
{
    // Staircases of up to 3,000 steps, with jumps up and down among small ones.
    private static readonly Arbitrary<(double At, double Value)[]> Staircases = Gen.Choose(1, int.MaxValue).Select(seed =>
    {
        var random = new Random(seed);
        var (at, value) = (0.0, 0.0);
        return Enumerable.Range(0, random.Next(1, 3000)).Select(_ =>
        {
            at += random.NextDouble() * (random.Next(20) == 0 ? 500 : 1);
            value += random.NextDouble() * (random.Next(10) == 0 ? -200 : 30);
            return (at, value);
        }).ToArray();
    }).ToArbitrary();

    [Fact]
    public void A_thinned_staircase_is_nowhere_a_pixel_from_the_whole_one() => Prop.ForAll(Staircases, points =>
    {
        var thinned = Downsampling.Staircase(points);
        thinned[0].ShouldBe(points[0]);
        thinned[^1].ShouldBe(points[^1]);
        thinned.Select(p => p.At).ShouldBeInOrder();
        var height = (points.Max(p => p.Value) - points.Min(p => p.Value)) / 300;
        var width = (points[^1].At - points[0].At) / 300;
        foreach (var (at, value) in points)
        {
            // Within a pixel to the left or right the thinned line passes within a pixel of the point.
            var near = thinned.Where(p => Math.Abs(p.At - at) <= width).Select(p => p.Value)
                .Append(ValueAt(thinned, at - width)).Append(ValueAt(thinned, at)).ToList();
            value.ShouldBeInRange(near.Min() - height - 1e-9, near.Max() + height + 1e-9);
        }
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void A_regular_staircase_keeps_all_its_steps_and_a_burst_only_its_ends()
    {
        (double, double)[] regular = [.. Enumerable.Range(0, 250).Select(i => (500.0 * i, 4104.0 * i))];
        Downsampling.Staircase(regular).ShouldBe(regular);
        (double, double)[] bursts =
            [.. Enumerable.Range(0, 500).Select(i => ((1000.0 * (i / 100)) + (0.01 * (i % 100)), 10.0 * i))];
        Downsampling.Staircase(bursts).Count.ShouldBe(10);
    }

    [Fact]
    public void Merged_buckets_keep_every_call_and_the_percentiles_of_the_report() => Prop.ForAll(
        Gen.Choose(1, int.MaxValue).ToArbitrary(), seed =>
        {
            var random = new Random(seed);
            LatencyBucket[] buckets = [.. Enumerable.Range(1, random.Next(1, 900))
                .Select(i => new LatencyBucket(Math.Round(30 * Math.Pow(1.008, i), 1), random.Next(0, 50) * random.Next(0, 50)))];
            var merged = Downsampling.Latencies(buckets);
            merged.Sum(b => b.Count).ShouldBe(buckets.Sum(b => b.Count));
            merged.Select(b => b.UpToUs).ShouldBeInOrder();
            if (merged.Count > 0)
            {
                var (before, after) = (new LatencyDistribution(buckets), new LatencyDistribution(merged));
                foreach (var share in new[] { 0.5, 0.75, 0.9, 0.99, 0.999, 1 })
                {
                    after.At(share).ShouldBe(before.At(share));
                }

                for (var share = 0.01; share < 1; share += 0.01)
                {
                    after.At(share).ShouldBeInRange(before.At(share), before.At(share) * 1.04);
                }
            }

            if (buckets.Count(b => b.Count > 0) > 500)
            {
                merged.Count.ShouldBeLessThan(buckets.Length / 3);
            }
        }).QuickCheckThrowOnFailure();

    private static double ValueAt(IReadOnlyList<(double At, double Value)> points, double at) =>
        points.Where(p => p.At <= at).Select(p => p.Value).DefaultIfEmpty(points[0].Value).Last();
}
