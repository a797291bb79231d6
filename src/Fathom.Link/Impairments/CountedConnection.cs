using System.Buffers.Binary;
using Fathom.Link.Packets;

namespace Fathom.Link.Impairments;

/// <summary>A TCP connection whose bytes are counted until it breaks.</summary>
internal sealed class CountedConnection
{
    private StreamPosition? _up;
    private StreamPosition? _down;

    /// <summary>How it broke, or null.</summary>
    public BreakKind? Broken { get; set; }

    /// <summary>Whether the bytes that broke it went up.</summary>
    public bool BrokeUp { get; set; }

    /// <summary>What has passed in a direction; null before its first packet.</summary>
    public ref StreamPosition? Passed(bool isUp)
    {
        if (isUp)
        {
            return ref _up;
        }

        return ref _down;
    }
}

/// <summary>A place in one direction of a connection.</summary>
/// <param name="Next">The sequence number after it.</param>
/// <param name="Bytes">Bytes of the stream before it.</param>
internal readonly record struct StreamPosition(uint Next, long Bytes);

/// <summary>Identifies a connection by its ports and the far address: the near end has one address of each version.</summary>
internal readonly record struct ConnectionKey(UInt128 Far, ushort NearPort, ushort FarPort)
{
    public static ConnectionKey Of(IpPacket packet, TcpSegment segment, bool isUp)
    {
        Span<byte> address = stackalloc byte[16];
        address.Clear();
        (isUp ? packet.Destination : packet.Source).CopyTo(address);
        var far = BinaryPrimitives.ReadUInt128BigEndian(address);
        return isUp ? new ConnectionKey(far, segment.SourcePort, segment.DestinationPort)
            : new ConnectionKey(far, segment.DestinationPort, segment.SourcePort);
    }
}
