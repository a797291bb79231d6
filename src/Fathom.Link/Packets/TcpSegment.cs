using System.Buffers.Binary;

namespace Fathom.Link.Packets;

/// <summary>A view of a TCP segment (RFC 9293, section 3.1) in an IP packet; valid only while the buffer below it is.</summary>
public readonly ref struct TcpSegment
{
    private const byte Tcp = 6;
    private const byte EndOfOptions = 0;
    private const byte NoOperation = 1;
    private const byte WindowScaleOption = 3;
    private const byte MostWindowScale = 14;

    private readonly ReadOnlySpan<byte> _segment;

    private TcpSegment(ReadOnlySpan<byte> segment) => _segment = segment;

    /// <summary>The sender's port.</summary>
    public ushort SourcePort => BinaryPrimitives.ReadUInt16BigEndian(_segment);

    /// <summary>The receiver's port.</summary>
    public ushort DestinationPort => BinaryPrimitives.ReadUInt16BigEndian(_segment[2..]);

    /// <summary>SEG.SEQ.</summary>
    public uint SequenceNumber => BinaryPrimitives.ReadUInt32BigEndian(_segment[4..]);

    /// <summary>SEG.ACK; means something with <see cref="TcpFlags.Ack"/> only.</summary>
    public uint AcknowledgmentNumber => BinaryPrimitives.ReadUInt32BigEndian(_segment[8..]);

    /// <summary>The control bits.</summary>
    public TcpFlags Flags => (TcpFlags)_segment[13];

    /// <summary>SEG.WND as sent: to be shifted by the scale that the sender's SYN names, except in a SYN itself (RFC 7323, section
    /// 2.2).</summary>
    public ushort Window => BinaryPrimitives.ReadUInt16BigEndian(_segment[14..]);

    /// <summary>The shift count of the window scale option (RFC 7323, section 2), 0 to 14; 0 where there is none.</summary>
    public int WindowScale
    {
        get
        {
            var options = _segment[20..((_segment[12] >> 4) * 4)];
            while (options.Length > 0 && options[0] != EndOfOptions)
            {
                if (options[0] == NoOperation)
                {
                    options = options[1..];
                    continue;
                }

                // Every other option has a length; one that leads nowhere ends the reading.
                if (options.Length < 2 || options[1] < 2 || options[1] > options.Length)
                {
                    return 0;
                }

                if (options[0] == WindowScaleOption && options[1] == 3)
                {
                    return Math.Min(options[2], MostWindowScale);
                }

                options = options[options[1]..];
            }

            return 0;
        }
    }

    /// <summary>What the segment carries.</summary>
    public ReadOnlySpan<byte> Data => _segment[((_segment[12] >> 4) * 4)..];

    /// <summary>Reads the segment in <paramref name="packet"/>; false where it carries none, or starts in the middle of one.</summary>
    public static bool TryRead(IpPacket packet, out TcpSegment segment)
    {
        segment = default;
        if (packet.Protocol != Tcp || !packet.StartsDatagram || packet.Payload.Length < 20)
        {
            return false;
        }

        var header = (packet.Payload[12] >> 4) * 4;
        if (header < 20 || header > packet.Payload.Length)
        {
            return false;
        }

        segment = new TcpSegment(packet.Payload);
        return true;
    }
}
