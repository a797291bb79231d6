using System.Buffers.Binary;

namespace Fathom.Link.Packets;

/// <summary>Read-only view of a TCP segment (RFC 9293, section 3.1) in an IP packet, valid as long as its buffer.</summary>
public readonly ref struct TcpSegment
{
    private const byte Tcp = 6;
    private const byte EndOfOptions = 0;
    private const byte NoOperation = 1;
    private const byte WindowScaleOption = 3;
    private const byte MaxWindowScale = 14;

    private readonly ReadOnlySpan<byte> _segment;

    private TcpSegment(ReadOnlySpan<byte> segment) => _segment = segment;

    /// <summary>The sender's port.</summary>
    public ushort SourcePort => BinaryPrimitives.ReadUInt16BigEndian(_segment);

    /// <summary>The receiver's port.</summary>
    public ushort DestinationPort => BinaryPrimitives.ReadUInt16BigEndian(_segment[2..]);

    /// <summary>SEG.SEQ.</summary>
    public uint SequenceNumber => BinaryPrimitives.ReadUInt32BigEndian(_segment[4..]);

    /// <summary>SEG.ACK; valid with <see cref="TcpFlags.Ack"/> only.</summary>
    public uint AcknowledgmentNumber => BinaryPrimitives.ReadUInt32BigEndian(_segment[8..]);

    /// <summary>The control bits.</summary>
    public TcpFlags Flags => (TcpFlags)_segment[13];

    /// <summary>SEG.WND as sent. Shift it by the window scale of the sender's SYN, except in a SYN (RFC 7323, section 2.2).</summary>
    public ushort Window => BinaryPrimitives.ReadUInt16BigEndian(_segment[14..]);

    /// <summary>The shift count of the window scale option (RFC 7323, section 2), 0 to 14; 0 without the option.</summary>
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

                // Every other option has a length; an invalid one ends the options.
                if (options.Length < 2 || options[1] < 2 || options[1] > options.Length)
                {
                    return 0;
                }

                if (options[0] == WindowScaleOption && options[1] == 3)
                {
                    return Math.Min(options[2], MaxWindowScale);
                }

                options = options[options[1]..];
            }

            return 0;
        }
    }

    /// <summary>The payload.</summary>
    public ReadOnlySpan<byte> Data => _segment[((_segment[12] >> 4) * 4)..];

    /// <summary>Reads the segment in <paramref name="packet"/>; false for another protocol or a later fragment.</summary>
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
