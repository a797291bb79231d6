using Fathom.Link.Impairments;

namespace Fathom.Tests.Link.Impairments;

public class LossTests
{
    private const int Packets = 200_000;

    [Theory]
    [InlineData(0.02)]
    [InlineData(0.5)]
    [InlineData(0.0005)]
    public void Independent_loss_takes_its_share_whatever_befell_the_packet_before(double share)
    {
        var lost = Lost(new IndependentLoss(share));
        ShouldBeShare(lost.Count, Packets, share);
        var runs = lost.Zip(lost.Skip(1)).Count(p => p.Second == p.First + 1);
        ShouldBeShare(runs, lost.Count, share);
    }

    [Theory]
    [InlineData(0, 0)]
    [InlineData(1, Packets)]
    public void No_loss_loses_nothing_and_full_loss_everything(double share, int lost) =>
        Lost(new IndependentLoss(share)).Count.ShouldBe(lost);

    [Theory]
    [InlineData(1400, 0)]
    [InlineData(1401, 10)]
    public void Packets_larger_than_the_path_takes_vanish_and_no_other(int bytes, int tooLarge)
    {
        var bench = new Bench(new DirectionPlan { PathMtu = 1400 }).Send(10, Bench.Millisecond, bytes);
        (bench.TooLarge.Count, bench.Arrived.Count, bench.Lost.Count).ShouldBe((tooLarge, 10 - tooLarge, 0));
    }

    [Fact]
    public void Small_packets_meet_the_same_losses_whatever_happens_to_large_ones()
    {
        Lost(mtu: 1400).ShouldBe(Lost(mtu: null).Where(p => p % 2 == 0));

        static List<int> Lost(int? mtu)
        {
            var bench = new Bench(new DirectionPlan { Loss = new IndependentLoss(0.2), PathMtu = mtu });
            for (var i = 0; i < 1000; i++)
            {
                bench.SendAt(Bench.Second + (i * Bench.Millisecond), i % 2 == 0 ? 500 : 1500);
            }

            return bench.Drain().Lost;
        }
    }

    [Fact]
    public void Bursts_have_their_share_and_their_mean_length()
    {
        var model = new GilbertElliottLoss(0.01, 0.25);
        model.MeanLossRate.ShouldBe(0.01 / 0.26, 1e-12);
        var lost = Lost(model);
        // Neighbours hang together by 1 - 0.01 - 0.25, which widens the interval by sqrt((1 + c)/(1 - c)).
        var widened = Math.Sqrt(1.74 / 0.26);
        ((double)lost.Count / Packets).ShouldBe(model.MeanLossRate, 4 * widened * Math.Sqrt(model.MeanLossRate / Packets));
        var bursts = lost.Where((p, i) => i == 0 || lost[i - 1] != p - 1).Count();
        // Geometric, mean 4, deviation sqrt(12).
        ((double)lost.Count / bursts).ShouldBe(4, 4 * Math.Sqrt(12.0 / bursts));
    }

    [Fact]
    public void The_bad_state_may_lose_a_part_and_the_good_state_too()
    {
        var model = new GilbertElliottLoss(0.05, 0.05, 0.4, 0.1);
        model.MeanLossRate.ShouldBe(0.25, 1e-12);
        ((double)Lost(model).Count / Packets).ShouldBe(0.25, 0.01);
    }

    [Fact]
    public void Duplicates_come_in_their_share_and_right_behind_their_original()
    {
        var arrived = new Bench(new DirectionPlan { Delay = Bench.Millisecond, Duplicate = 0.1 }).Send(Packets, 1000).Arrived;
        ShouldBeShare(arrived.Count - Packets, Packets, 0.1);
        arrived.Select(a => a.Packet).ShouldBeInOrder();
        arrived.Select(a => a.Packet).Distinct().Count().ShouldBe(Packets);
    }

    [Fact]
    public void Corruption_inverts_a_bit_anywhere_in_its_share_of_packets()
    {
        var corrupted = new Bench(new DirectionPlan { Corrupt = 0.1 }).Send(Packets, 1000).Corrupted;
        ShouldBeShare(corrupted.Count, Packets, 0.1);
        corrupted.ShouldAllBe(c => c.Bit >= 0 && c.Bit < Bench.Mtu * 8);
        // Chi-squared over ten parts of the packet, p = 0.001 at 9 degrees of freedom.
        var parts = corrupted.GroupBy(c => c.Bit * 10 / (Bench.Mtu * 8)).Select(g => g.Count()).ToList();
        parts.Sum(n => Math.Pow(n - (corrupted.Count / 10.0), 2) / (corrupted.Count / 10.0)).ShouldBeLessThan(27.9);
    }

    [Fact]
    public void Directions_of_one_seed_do_not_share_their_fate()
    {
        var plan = new DirectionPlan { Loss = new IndependentLoss(0.5) };
        var (up, down) = (new DirectionEmulator(plan, 1, "up", 1500), new DirectionEmulator(plan, 1, "down", 1500));
        var same = Enumerable.Range(0, 10_000).Count(_ => up.NextImpairment(1500).Lost == down.NextImpairment(1500).Lost);
        same.ShouldBeInRange(4_800, 5_200);
    }

    private static List<int> Lost(LossModel model)
    {
        var bench = new Bench(new DirectionPlan { Loss = model }).Send(Packets, 1000);
        (bench.Arrived.Count + bench.Lost.Count).ShouldBe(Packets);
        return bench.Lost;
    }

    // Within four standard deviations of a binomial count: the seed is fixed, so this passes always or never.
    private static void ShouldBeShare(int count, int of, double share) =>
        ((double)count).ShouldBe(share * of, 4 * Math.Sqrt(share * (1 - share) * of) + 1);
}
