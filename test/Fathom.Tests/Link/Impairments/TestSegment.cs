using System.Buffers.Binary;
using System.Net;
using System.Text;
using Fathom.Link.Packets;

namespace Fathom.Tests.Link.Impairments;

/// <summary>TCP segments between the ends of a link, as bytes.</summary>
internal static class TestSegment
{
    /// <summary>A segment, from the near end's port 40000 or to it.</summary>
    public static byte[] Bytes(bool isUp, uint sequence, string data, TcpFlags flags = TcpFlags.Ack, uint acknowledgment = 7,
        int version = 4, ushort nearPort = 40000)
    {
        var (near, far) = version == 4 ? (LinkAddresses.Near4, LinkAddresses.Far4) : (LinkAddresses.Near6, LinkAddresses.Far6);
        var header = version == 4 ? 20 : 40;
        var bytes = new byte[header + 20 + data.Length];
        bytes[0] = (byte)(version == 4 ? 0x45 : 0x60);
        bytes[version == 4 ? 9 : 6] = 6;
        var length = (ushort)(version == 4 ? bytes.Length : bytes.Length - 40);
        BinaryPrimitives.WriteUInt16BigEndian(bytes.AsSpan(version == 4 ? 2 : 4), length);
        (isUp ? near : far).GetAddressBytes().CopyTo(bytes, version == 4 ? 12 : 8);
        (isUp ? far : near).GetAddressBytes().CopyTo(bytes, version == 4 ? 16 : 24);
        var tcp = bytes.AsSpan(header);
        BinaryPrimitives.WriteUInt16BigEndian(tcp, isUp ? nearPort : (ushort)5001);
        BinaryPrimitives.WriteUInt16BigEndian(tcp[2..], isUp ? (ushort)5001 : nearPort);
        BinaryPrimitives.WriteUInt32BigEndian(tcp[4..], sequence);
        BinaryPrimitives.WriteUInt32BigEndian(tcp[8..], acknowledgment);
        tcp[12] = 5 << 4;
        tcp[13] = (byte)flags;
        Encoding.ASCII.GetBytes(data).CopyTo(tcp[20..]);
        return bytes;
    }

    /// <summary>Source and destination, ports included; flags; sequence number; data.</summary>
    public static (string From, string To, TcpFlags Flags, uint Sequence, string Data) Read(ReadOnlySpan<byte> bytes)
    {
        IpPacket.TryRead(bytes, out var packet).ShouldBeTrue();
        TcpSegment.TryRead(packet, out var segment).ShouldBeTrue();
        return ($"{new IPEndPoint(new IPAddress(packet.Source), segment.SourcePort)}",
            $"{new IPEndPoint(new IPAddress(packet.Destination), segment.DestinationPort)}", segment.Flags, segment.SequenceNumber,
            Encoding.ASCII.GetString(segment.Data));
    }

    /// <summary>Whether both checksums are right: the sum of a checked area with its checksum is all ones (RFC 1071).</summary>
    public static bool HasRightChecksums(ReadOnlySpan<byte> bytes)
    {
        var header = bytes[0] >> 4 == 4 ? 20 : 40;
        var addresses = bytes[0] >> 4 == 4 ? bytes[12..20] : bytes[8..40];
        return (header == 40 || Fold(Sum(bytes[..header])) == 0xFFFF)
            && Fold(Sum(addresses) + Sum(bytes[header..]) + 6 + (uint)(bytes.Length - header)) == 0xFFFF;
    }

    private static uint Sum(ReadOnlySpan<byte> bytes)
    {
        var sum = 0u;
        for (var i = 0; i < bytes.Length; i++)
        {
            sum += (uint)bytes[i] << (i % 2 == 0 ? 8 : 0);
        }

        return sum;
    }

    private static uint Fold(uint sum) => sum > 0xFFFF ? Fold((sum & 0xFFFF) + (sum >> 16)) : sum;
}
