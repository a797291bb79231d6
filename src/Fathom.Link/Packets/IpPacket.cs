using System.Buffers.Binary;

namespace Fathom.Link.Packets;

/// <summary>
/// Read-only view of an IP packet (RFC 791, RFC 8200), valid as long as its buffer. <see cref="TryRead"/> has checked that every field lies
/// inside the buffer.
/// </summary>
public readonly ref struct IpPacket
{
    private readonly ReadOnlySpan<byte> _packet;

    private IpPacket(ReadOnlySpan<byte> packet, int headerLength)
    {
        _packet = packet;
        HeaderLength = headerLength;
    }

    /// <summary>4 or 6.</summary>
    public int Version => _packet[0] >> 4;

    /// <summary>Header length in bytes, including IPv4 options. IPv6 extension headers belong to the payload.</summary>
    public int HeaderLength { get; }

    /// <summary>IANA protocol number (6 is TCP, 17 UDP); for IPv6 the first next-header field.</summary>
    public byte Protocol => Version == 4 ? _packet[9] : _packet[6];

    /// <summary>Source address: 4 or 16 bytes, in network order.</summary>
    public ReadOnlySpan<byte> Source => Version == 4 ? _packet.Slice(12, 4) : _packet.Slice(8, 16);

    /// <summary>Destination address: 4 or 16 bytes, in network order.</summary>
    public ReadOnlySpan<byte> Destination => Version == 4 ? _packet.Slice(16, 4) : _packet.Slice(24, 16);

    /// <summary>False for a fragment other than the first (RFC 791), which has no transport header.</summary>
    public bool StartsDatagram => Version == 6 || (BinaryPrimitives.ReadUInt16BigEndian(_packet[6..]) & 0x1FFF) == 0;

    /// <summary>Length of the datagram in bytes.</summary>
    internal int Length => _packet.Length;

    /// <summary>The payload, to the end of the datagram.</summary>
    public ReadOnlySpan<byte> Payload => _packet[HeaderLength..];

    /// <summary>Reads the packet at the start of <paramref name="bytes"/>; false without a whole IPv4 or IPv6 packet.</summary>
    public static bool TryRead(ReadOnlySpan<byte> bytes, out IpPacket packet)
    {
        packet = default;
        if (bytes.Length < 20)
        {
            return false;
        }

        var version = bytes[0] >> 4;
        var header = version == 4 ? (bytes[0] & 0xF) * 4 : 40;
        var total = version switch
        {
            4 => BinaryPrimitives.ReadUInt16BigEndian(bytes[2..]),
            6 => 40 + BinaryPrimitives.ReadUInt16BigEndian(bytes[4..]),
            _ => -1,
        };
        if (header < 20 || total < header || total > bytes.Length)
        {
            return false;
        }

        packet = new IpPacket(bytes[..total], header);
        return true;
    }
}
