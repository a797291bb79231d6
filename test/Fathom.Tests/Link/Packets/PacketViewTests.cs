using FsCheck;
using FsCheck.Fluent;
using Fathom.Link.Packets;

namespace Fathom.Tests.Link.Packets;

public class PacketViewTests
{
    // A SYN as a kernel sends it, IPv4 with TCP options; written by hand, its checksums are not right.
    private static readonly byte[] Syn4 = Convert.FromHexString(
        "4500003c1c46400040068b72c6120001c6120002b0c814512d1a8e1b00000000a002fe88" + "00000000020405b40402080a0102030400000000"
            + "01030307");

    [Fact]
    public void An_IPv4_packet_shows_its_fields()
    {
        IpPacket.TryRead(Syn4, out var packet).ShouldBeTrue();
        packet.Version.ShouldBe(4);
        packet.HeaderLength.ShouldBe(20);
        packet.Protocol.ShouldBe((byte)6);
        packet.Source.ToArray().ShouldBe(LinkAddresses.Near4.GetAddressBytes());
        packet.Destination.ToArray().ShouldBe(LinkAddresses.Far4.GetAddressBytes());
        packet.StartsDatagram.ShouldBeTrue();
        packet.Payload.Length.ShouldBe(40);
    }

    [Fact]
    public void A_TCP_segment_shows_its_fields()
    {
        IpPacket.TryRead(Syn4, out var packet).ShouldBeTrue();
        TcpSegment.TryRead(packet, out var segment).ShouldBeTrue();
        segment.SourcePort.ShouldBe((ushort)0xb0c8);
        segment.DestinationPort.ShouldBe((ushort)5201);
        segment.SequenceNumber.ShouldBe(0x2d1a8e1bu);
        segment.AcknowledgmentNumber.ShouldBe(0u);
        segment.Flags.ShouldBe(TcpFlags.Syn);
        segment.Window.ShouldBe((ushort)65160);
        segment.WindowScale.ShouldBe(7);
        segment.Data.Length.ShouldBe(0);
    }

    [Fact]
    public void An_IPv6_packet_shows_its_fields()
    {
        byte[] bytes = [0x60, 0, 0, 0, 0, 4, 17, 64, .. LinkAddresses.Near6.GetAddressBytes(), .. LinkAddresses.Far6.GetAddressBytes(), 1,
            2, 3, 4, 99];
        IpPacket.TryRead(bytes, out var packet).ShouldBeTrue();
        packet.Version.ShouldBe(6);
        packet.Protocol.ShouldBe((byte)17);
        packet.Source.ToArray().ShouldBe(LinkAddresses.Near6.GetAddressBytes());
        packet.Destination.ToArray().ShouldBe(LinkAddresses.Far6.GetAddressBytes());
        packet.Payload.ToArray().ShouldBe([1, 2, 3, 4]);
        TcpSegment.TryRead(packet, out _).ShouldBeFalse();
    }

    [Fact]
    public void A_later_fragment_holds_no_TCP_header()
    {
        var bytes = (byte[])Syn4.Clone();
        bytes[7] = 5;
        IpPacket.TryRead(bytes, out var packet).ShouldBeTrue();
        TcpSegment.TryRead(packet, out _).ShouldBeFalse();
    }

    [Fact]
    public void A_packet_that_is_cut_short_is_none()
    {
        for (var length = 0; length < Syn4.Length; length++)
        {
            IpPacket.TryRead(Syn4.AsSpan(0, length), out _).ShouldBeFalse();
        }
    }

    [Fact]
    public void Whatever_the_bytes_no_view_reads_outside_them() =>
        Prop.ForAll(ArbMap.Default.ArbFor<byte[]>(), Gen.Elements(4, 6).ToArbitrary(), (tail, version) =>
    {
        // Random headers that are plausible enough to be parsed.
        var bytes = new byte[20 + tail.Length];
        tail.CopyTo(bytes, 20 - Math.Min(20, tail.Length));
        bytes[0] = (byte)((version << 4) | (bytes[0] & 0xF));
        if (IpPacket.TryRead(bytes, out var packet))
        {
            _ = packet.Source.Length + packet.Destination.Length + packet.Payload.Length + packet.Protocol;
            if (TcpSegment.TryRead(packet, out var segment))
            {
                _ = segment.Data.Length + segment.SourcePort;
            }
        }
    }).QuickCheckThrowOnFailure();
}
