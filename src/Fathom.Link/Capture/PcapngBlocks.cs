using System.Buffers.Binary;
using System.Text;

namespace Fathom.Link.Capture;

/// <summary>
/// Encodes pcapng blocks (draft-ietf-opsawg-pcapng): little-endian, link type LINKTYPE_RAW (101: the packet starts with its IPv4 or IPv6
/// header), timestamps in nanoseconds. Pure: values in, bytes out, and their number returned.
/// </summary>
internal static class PcapngBlocks
{
    private const int LinkTypeRaw = 101;
    private const ushort EndOfOptions = 0;

    /// <summary>Maximum overhead of a packet block, bytes.</summary>
    public const int PacketOverhead = 32 + 3 + 12;

    public static int SectionHeader(Span<byte> to)
    {
        var writer = new PcapngBlockWriter(to, 0x0A0D0D0A);
        writer.UInt32(0x1A2B3C4D);
        writer.UInt16(1);
        writer.UInt16(0);
        // Section length unspecified: -1.
        writer.UInt32(uint.MaxValue);
        writer.UInt32(uint.MaxValue);
        return writer.End();
    }

    public static int Interface(Span<byte> to, string name, int snapLength)
    {
        var writer = new PcapngBlockWriter(to, 1);
        writer.UInt16(LinkTypeRaw);
        writer.UInt16(0);
        writer.UInt32((uint)snapLength);
        writer.Option(2, Encoding.UTF8.GetBytes(name));
        // if_tsresol: 10^-9 s.
        writer.Option(9, [9]);
        writer.Option(EndOfOptions, []);
        return writer.End();
    }

    /// <param name="to">Room for <see cref="PacketOverhead"/> and the packet.</param>
    /// <param name="interface">Counted from 0, in the order of interface blocks.</param>
    /// <param name="time">Nanoseconds since 1970-01-01 UTC.</param>
    /// <param name="packet">The packet.</param>
    /// <param name="outbound">True if the interface sent it, false if it received it.</param>
    public static int Packet(Span<byte> to, int @interface, long time, ReadOnlySpan<byte> packet, bool outbound)
    {
        var writer = new PcapngBlockWriter(to, 6);
        writer.UInt32((uint)@interface);
        writer.UInt32((uint)((ulong)time >> 32));
        writer.UInt32((uint)time);
        writer.UInt32((uint)packet.Length);
        writer.UInt32((uint)packet.Length);
        writer.Padded(packet);
        // epb_flags: bits 0 and 1 are the direction, 1 inbound, 2 outbound.
        writer.Option(2, [(byte)(outbound ? 2 : 1), 0, 0, 0]);
        writer.Option(EndOfOptions, []);
        return writer.End();
    }

    /// <summary>Interface statistics: how many packets the interface lost to a full buffer (isb_ifdrop).</summary>
    public static int Statistics(Span<byte> to, int @interface, long time, long dropped)
    {
        var writer = new PcapngBlockWriter(to, 5);
        writer.UInt32((uint)@interface);
        writer.UInt32((uint)((ulong)time >> 32));
        writer.UInt32((uint)time);
        Span<byte> count = stackalloc byte[8];
        BinaryPrimitives.WriteInt64LittleEndian(count, dropped);
        writer.Option(5, count);
        writer.Option(EndOfOptions, []);
        return writer.End();
    }
}
