using Fathom.Link.Flows;
using FsCheck;
using FsCheck.Fluent;

namespace Fathom.Tests.Link.Flows;

/// <summary>What is read from the packets of a link: flows, and their bytes per round trip.</summary>
public class FlowReaderTests
{
    private const long Ms = 1_000_000;
    private const long OneWay = 25 * Ms;
    private const long RoundTrip = 2 * OneWay;

    [Fact]
    public void A_sender_that_waits_sends_one_segment_per_round_trip()
    {
        var flow = FlowReader.Read(new Wire(OneWay).SendOneByOne(20, 4104).Packets).ShouldHaveSingleItem();
        flow.SentByFarEnd.ShouldBeTrue();
        flow.BytesPerRoundTrip().ShouldBe(Enumerable.Repeat(4104L, 20));
        (flow.Bytes, flow.MaxInFlight, flow.Segments, flow.Retransmitted, flow.LargestSegment, flow.RoundTrip)
            .ShouldBe((20 * 4104, 4104, 20, 0, 4104, RoundTrip));
        flow.Sent.Select(p => p.Bytes).ShouldBe(Enumerable.Range(1, 20).Select(i => i * 4104L));
        flow.Acknowledged[^1].Bytes.ShouldBe(20 * 4104);
    }

    [Fact]
    public void A_sender_whose_acknowledgements_are_late_still_sends_one_segment_per_round_trip()
    {
        var wire = new Wire(OneWay);
        wire.Connect(0);
        var at = RoundTrip;
        for (var i = 0; i < 50; i++)
        {
            wire.Data(at, i * 4104L, 4104);
            wire.Acknowledge(at + OneWay, (i + 1) * 4104L);
            // Waking up takes 0 to 4 ms.
            at += RoundTrip + (i % 5 * Ms);
        }

        FlowReader.Read(wire.Packets).Single().BytesPerRoundTrip().ShouldBe(Enumerable.Repeat(4104L, 50));
    }

    [Fact]
    public void Slow_start_doubles()
    {
        var wire = new Wire(OneWay);
        wire.Connect(0);
        var (at, position) = (RoundTrip, 0L);
        for (var flight = 10; flight <= 160; flight *= 2)
        {
            for (var i = 0; i < flight; i++)
            {
                wire.Data(at + (i * 1000), position, 1448);
                position += 1448;
            }

            wire.Acknowledge(at + OneWay, position);
            at += RoundTrip + 1;
        }

        FlowReader.Read(wire.Packets).Single().BytesPerRoundTrip().ShouldBe(new[] { 10, 20, 40, 80, 160 }.Select(n => n * 1448L));
    }

    [Fact]
    public void What_is_sent_again_is_counted_and_is_no_new_byte()
    {
        var wire = new Wire(OneWay);
        wire.Connect(0);
        wire.Data(RoundTrip, 0, 1000);
        wire.Acknowledge(RoundTrip + OneWay, 1000);
        wire.Data(2 * RoundTrip, 1000, 1000, lost: true);
        // A timeout of 250 ms.
        wire.Data((2 * RoundTrip) + (250 * Ms), 1000, 1000);
        wire.Acknowledge((2 * RoundTrip) + (250 * Ms) + OneWay, 2000);
        var flow = FlowReader.Read(wire.Packets).Single();
        (flow.Bytes, flow.Segments, flow.Retransmitted, flow.RoundTrip).ShouldBe((2000, 3, 1, RoundTrip));
        flow.BytesPerRoundTrip().ShouldBe([1000, 1000]);
    }

    [Fact]
    public void The_receiver_s_window_is_scaled_and_counted_from_what_it_acknowledged()
    {
        var wire = new Wire(OneWay);
        wire.Connect(0, serverScale: 2, clientScale: 7);
        wire.Data(RoundTrip, 0, 1000);
        wire.Acknowledge(RoundTrip + OneWay, 1000, window: 100);
        FlowReader.Read(wire.Packets).Single().Allowed[^1].Bytes.ShouldBe(1000 + (100 << 7));
    }

    [Fact]
    public void Each_connection_is_one_of_its_own_also_on_a_port_used_again()
    {
        var wire = new Wire(OneWay).SendOneByOne(3, 1000);
        var second = new Wire(OneWay, 77, 99).SendOneByOne(5, 1000, begin: 3600_000 * Ms);
        FlowReader.Read([.. wire.Packets, .. second.Packets]).Select(f => f.Bytes).ShouldBe([3000, 5000]);
    }

    [Fact]
    public void What_is_no_TCP_or_has_no_beginning_is_passed_over()
    {
        var packets = new Wire(OneWay).SendOneByOne(3, 1000).Packets;
        FlowReader.Read(packets.Skip(3)).ShouldBeEmpty();
        FlowReader.Read([packets[0] with { Bytes = new byte[] { 1, 2, 3 } }]).ShouldBeEmpty();
    }

    [Fact]
    public void Sequence_numbers_may_wrap() => Prop.ForAll<uint>(isn =>
    {
        // Near the end of the range half of the time.
        var start = (isn & 1) == 0 ? isn : uint.MaxValue - (isn % 30_000);
        var flow = FlowReader.Read(new Wire(OneWay, start).SendOneByOne(20, 4000).Packets).Single();
        return flow.Bytes == 80_000 && flow.Acknowledged[^1].Bytes == 80_000 && flow.Retransmitted == 0 && flow.MaxInFlight == 4000;
    }).QuickCheckThrowOnFailure();
}
