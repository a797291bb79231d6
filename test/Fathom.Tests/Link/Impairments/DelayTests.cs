using Fathom.Link.Impairments;

namespace Fathom.Tests.Link.Impairments;

public class DelayTests
{
    private const int Packets = 100_000;
    private const long Delay = 50 * Bench.Millisecond;

    // Packets so far apart that none has to wait for the one before it.
    private const long Apart = 10 * Bench.Second;

    [Fact]
    public void Without_jitter_each_packet_takes_the_delay_to_the_nanosecond()
    {
        var bench = new Bench(new DirectionPlan { Delay = Delay }).Send(Packets, 1000);
        bench.Arrived.Count.ShouldBe(Packets);
        bench.Arrived.ShouldAllBe(a => a.Due - a.SentAt == Delay);
        bench.Arrived.Select(a => a.Packet).ShouldBeInOrder();
    }

    [Fact]
    public void Uniform_jitter_spreads_evenly_around_the_delay()
    {
        var delays = Delays(JitterKind.Uniform, 20);
        delays.Min().ShouldBeInRange(30, 30.01);
        delays.Max().ShouldBeInRange(69.99, 70);
        KolmogorovSmirnov(delays, x => (x - 30) / 40).ShouldBeLessThan(Critical);
    }

    [Fact]
    public void Normal_jitter_has_the_delay_as_mean_and_the_jitter_as_deviation()
    {
        var delays = Delays(JitterKind.Normal, 5);
        var mean = delays.Average();
        // 4 standard errors: 5/sqrt(n), and 5/sqrt(2n).
        mean.ShouldBe(50, 4 * 5 / Math.Sqrt(Packets));
        Math.Sqrt(delays.Average(d => (d - mean) * (d - mean))).ShouldBe(5, 4 * 5 / Math.Sqrt(2.0 * Packets));
        // 68.27, 95.45 and 99.73 % lie within 1, 2 and 3 deviations.
        foreach (var (within, share) in new[] { (1, 0.6827), (2, 0.9545), (3, 0.9973) })
        {
            (delays.Count(d => Math.Abs(d - 50) <= within * 5) / (double)Packets)
                .ShouldBe(share, 4 * Math.Sqrt(share * (1 - share) / Packets));
        }
    }

    [Fact]
    public void Normal_jitter_never_makes_a_packet_leave_before_it_came()
    {
        var bench = new Bench(new DirectionPlan { Delay = Bench.Millisecond, Jitter = 5 * Bench.Millisecond,
            JitterKind = JitterKind.Normal }).Send(Packets, Apart);
        bench.DelaysInMilliseconds.Min().ShouldBe(0);
    }

    [Fact]
    public void Pareto_jitter_starts_at_the_delay_and_has_the_jitter_as_mean()
    {
        var delays = Delays(JitterKind.Pareto, 10);
        delays.Min().ShouldBeInRange(50, 50.01);
        // Lomax, shape 3, scale 20: F(x) = 1 - (1 + x/20)^-3.
        KolmogorovSmirnov(delays, x => 1 - Math.Pow(1 + ((x - 50) / 20), -3)).ShouldBeLessThan(Critical);
        delays.Average().ShouldBe(60, 4 * 10 * Math.Sqrt(3) / Math.Sqrt(Packets));
    }

    [Fact]
    public void Jitter_does_not_reorder_unless_it_may()
    {
        var plan = new DirectionPlan { Delay = Delay, Jitter = 20 * Bench.Millisecond, JitterKind = JitterKind.Uniform };
        var kept = new Bench(plan).Send(Packets, Bench.Millisecond).Arrived;
        kept.Select(a => a.Packet).ShouldBe(Enumerable.Range(0, Packets));
        kept.Select(a => a.Due).ShouldBeInOrder();

        var reordered = new Bench(plan with { Reorders = true }).Send(Packets, Bench.Millisecond).Arrived;
        reordered.Select(a => a.Packet).Order().ShouldBe(Enumerable.Range(0, Packets));
        reordered.Zip(reordered.Skip(1)).Count(p => p.Second.Packet < p.First.Packet).ShouldBeGreaterThan(Packets / 10);
        reordered.Average(a => (a.Due - a.SentAt) / (double)Bench.Millisecond).ShouldBe(50, 4 * 11.55 / Math.Sqrt(Packets));
    }

    [Fact]
    public void The_same_seed_gives_the_same_delays_and_another_others()
    {
        var plan = new DirectionPlan { Delay = Delay, Jitter = Bench.Millisecond, JitterKind = JitterKind.Normal };
        var first = new Bench(plan, 7).Send(1000, Apart).Arrived;
        new Bench(plan, 7).Send(1000, Apart).Arrived.ShouldBe(first);
        new Bench(plan, 8).Send(1000, Apart).Arrived.ShouldNotBe(first);
        // Loss draws from a sequence of its own: the packets that arrive take what they took before.
        var lossy = new Bench(plan with { Corrupt = 0.5, Duplicate = 0 }, 7).Send(1000, Apart).Arrived;
        lossy.ShouldBe(first);
    }

    private static readonly double Critical = 1.95 / Math.Sqrt(Packets); // p = 0.001

    private static List<double> Delays(JitterKind kind, long jitter) =>
        [.. new Bench(new DirectionPlan { Delay = Delay, Jitter = jitter * Bench.Millisecond, JitterKind = kind })
            .Send(Packets, Apart).DelaysInMilliseconds];

    // Largest distance between the distributions of the sample and of the law.
    private static double KolmogorovSmirnov(List<double> sample, Func<double, double> law)
    {
        sample.Sort();
        return sample.Select((x, i) => Math.Max(Math.Abs(law(x) - ((double)i / sample.Count)),
            Math.Abs(law(x) - ((i + 1.0) / sample.Count)))).Max();
    }
}
