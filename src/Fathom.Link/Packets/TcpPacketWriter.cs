using System.Buffers.Binary;

namespace Fathom.Link.Packets;

/// <summary>Writes TCP resets, and shortens segments. Both keep the packet's addresses and have right checksums (RFC 1071).</summary>
internal static class TcpPacketWriter
{
    private const int TcpHeader = 20;
    private const byte Tcp = 6;
    private const byte Hops = 64;

    /// <summary>Bytes that the longest reset needs.</summary>
    public const int MaxReset = 60;

    /// <summary>Writes a reset into <paramref name="into"/> and returns its length.</summary>
    /// <param name="packet">A packet of the connection.</param>
    /// <param name="segment">Its segment.</param>
    /// <param name="answer">Whether the reset goes back to the packet's sender instead of on to its receiver.</param>
    /// <param name="sequence">SEG.SEQ, the one that the receiver of the reset expects (RFC 5961, section 3.2).</param>
    /// <param name="into">At least <see cref="MaxReset"/> bytes.</param>
    public static int WriteReset(IpPacket packet, TcpSegment segment, bool answer, uint sequence, Span<byte> into)
    {
        var header = packet.Version == 4 ? 20 : 40;
        into = into[..(header + TcpHeader)];
        into.Clear();
        into[0] = (byte)(packet.Version == 4 ? 0x45 : 0x60);
        into[packet.Version == 4 ? 8 : 7] = Hops;
        into[packet.Version == 4 ? 9 : 6] = Tcp;
        var (from, to) = packet.Version == 4 ? (12, 16) : (8, 24);
        packet.Source.CopyTo(into[(answer ? to : from)..]);
        packet.Destination.CopyTo(into[(answer ? from : to)..]);
        var tcp = into[header..];
        BinaryPrimitives.WriteUInt16BigEndian(tcp, answer ? segment.DestinationPort : segment.SourcePort);
        BinaryPrimitives.WriteUInt16BigEndian(tcp[2..], answer ? segment.SourcePort : segment.DestinationPort);
        BinaryPrimitives.WriteUInt32BigEndian(tcp[4..], sequence);
        tcp[12] = (TcpHeader / 4) << 4;
        tcp[13] = (byte)TcpFlags.Rst;
        Seal(into, header);
        return into.Length;
    }

    /// <summary>Removes the end of a segment, with the FIN that follows it.</summary>
    /// <param name="packet">The packet's bytes.</param>
    /// <param name="bytes">How many bytes of data to remove; no more than there are.</param>
    /// <returns>The length of the packet.</returns>
    public static int Shorten(Span<byte> packet, int bytes)
    {
        var header = packet[0] >> 4 == 4 ? (packet[0] & 0xF) * 4 : 40;
        packet = packet[..^bytes];
        packet[header + 13] &= (byte)~TcpFlags.Fin;
        Seal(packet, header);
        return packet.Length;
    }

    // The lengths and checksums of a finished packet.
    private static void Seal(Span<byte> packet, int header)
    {
        var tcp = packet[header..];
        ulong sum;
        if (packet[0] >> 4 == 4)
        {
            BinaryPrimitives.WriteUInt16BigEndian(packet[2..], (ushort)packet.Length);
            packet[10..12].Clear();
            BinaryPrimitives.WriteUInt16BigEndian(packet[10..], Checksum(Sum(packet[..header])));
            sum = Sum(packet[12..20]);
        }
        else
        {
            BinaryPrimitives.WriteUInt16BigEndian(packet[4..], (ushort)tcp.Length);
            sum = Sum(packet[8..40]);
        }

        // The pseudo-header: addresses, protocol, length (RFC 9293, section 3.1; RFC 8200, section 8.1).
        tcp[16..18].Clear();
        BinaryPrimitives.WriteUInt16BigEndian(tcp[16..], Checksum(sum + Tcp + (ulong)tcp.Length + Sum(tcp)));
    }

    private static ulong Sum(ReadOnlySpan<byte> bytes)
    {
        var sum = 0UL;
        for (; bytes.Length > 1; bytes = bytes[2..])
        {
            sum += BinaryPrimitives.ReadUInt16BigEndian(bytes);
        }

        return bytes.Length == 1 ? sum + ((ulong)bytes[0] << 8) : sum;
    }

    private static ushort Checksum(ulong sum)
    {
        while (sum > 0xFFFF)
        {
            sum = (sum & 0xFFFF) + (sum >> 16);
        }

        return (ushort)~sum;
    }
}
