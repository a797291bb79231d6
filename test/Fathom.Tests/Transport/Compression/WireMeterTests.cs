using Fathom.Transport.Compression;

namespace Fathom.Tests.Transport.Compression;

public class WireMeterTests
{
    [Fact]
    public void Plain_and_compressed_messages_of_both_directions_add_up_from_any_thread()
    {
        var meter = new WireMeter();
        var threads = Enumerable.Range(0, 4).Select(_ => new Thread(() =>
        {
            for (var i = 0; i < 1000; i++)
            {
                meter.AddSent(10);
                meter.AddReceived(3);
                meter.AddSentCompressed(100, 7, TimeSpan.FromTicks(2));
                meter.AddReceivedCompressed(50, 6, TimeSpan.FromTicks(1));
                meter.AddSendTime(TimeSpan.FromTicks(5));
            }
        })).ToList();
        threads.ForEach(t => t.Start());
        threads.ForEach(t => t.Join());

        meter.Totals.Sent.ShouldBe(new WireCount(8000, 4000, 440_000, 68_000, TimeSpan.FromTicks(28_000)));
        meter.Totals.Received.ShouldBe(new WireCount(8000, 4000, 212_000, 36_000, TimeSpan.FromTicks(4000)));
    }

    [Fact]
    public void Totals_of_two_moments_have_a_difference_and_those_of_two_channels_a_sum()
    {
        var one = new WireTotals(new WireCount(1, 1, 10, 5, TimeSpan.FromTicks(3)), default);
        var other = new WireTotals(new WireCount(4, 2, 30, 25, TimeSpan.FromTicks(9)), new WireCount(1, 0, 2, 2, TimeSpan.Zero));

        (other - one).ShouldBe(new WireTotals(new WireCount(3, 1, 20, 20, TimeSpan.FromTicks(6)), other.Received));
        (other + one).Sent.ShouldBe(new WireCount(5, 3, 40, 30, TimeSpan.FromTicks(12)));
    }
}
