using System.Buffers.Binary;
using Fathom.Link.Capture;
using Fathom.Link.Packets;

namespace Fathom.Tests.Link.Flows;

/// <summary>A link on virtual time, whose packets both ends' devices see: a client near, a server far.</summary>
internal sealed class Wire(long oneWay, uint serverIsn = 1000, uint clientIsn = 500)
{
    public const ushort ClientPort = 40000;
    public const ushort ServerPort = 1080;

    private readonly List<CapturedPacket> _packets = [];

    /// <summary>All so far, in order of time.</summary>
    public IReadOnlyList<CapturedPacket> Packets => [.. _packets.OrderBy(p => p.Time)];

    /// <summary>The handshake, which begins at a time; data may follow a round trip later.</summary>
    public void Connect(long at, int serverScale = 0, int clientScale = 0)
    {
        Send(false, at, clientIsn, 0, TcpFlags.Syn, 0, 1000, scale: clientScale);
        Send(true, at + oneWay, serverIsn, clientIsn + 1, TcpFlags.Syn | TcpFlags.Ack, 0, 1000, scale: serverScale);
        Send(false, at + (2 * oneWay), clientIsn + 1, serverIsn + 1, TcpFlags.Ack, 0, 1000);
    }

    /// <summary>The server sends data that begins at a position of its stream.</summary>
    public void Data(long at, long position, int length, bool lost = false) =>
        Send(true, at, serverIsn + 1 + (uint)position, clientIsn + 1, TcpFlags.Ack | TcpFlags.Psh, length, 1000, lost);

    /// <summary>The client acknowledges up to a position.</summary>
    public void Acknowledge(long at, long position, ushort window = 1000) =>
        Send(false, at, clientIsn + 1, serverIsn + 1 + (uint)position, TcpFlags.Ack, 0, window);

    /// <summary>Connects, and sends one segment per round trip.</summary>
    public Wire SendOneByOne(int segments, int length, long begin = 0)
    {
        Connect(begin);
        for (var i = 0; i < segments; i++)
        {
            var at = begin + ((i + 1) * 2 * oneWay);
            Data(at, (long)i * length, length);
            Acknowledge(at + oneWay, (i + 1L) * length);
        }

        return this;
    }

    private void Send(bool far, long at, uint sequence, uint acknowledgment, TcpFlags flags, int length, ushort window, bool lost = false,
        int scale = -1)
    {
        var bytes = Bytes(far, sequence, acknowledgment, flags, length, window, scale);
        _packets.Add(new CapturedPacket(far, true, at, bytes));
        if (!lost)
        {
            _packets.Add(new CapturedPacket(!far, false, at + oneWay, bytes));
        }
    }

    private static byte[] Bytes(bool far, uint sequence, uint acknowledgment, TcpFlags flags, int length, ushort window, int scale)
    {
        // No operation, then window scale; end of options.
        byte[] options = scale < 0 ? [] : [1, 3, 3, (byte)scale];
        var bytes = new byte[40 + options.Length + length];
        bytes[0] = 0x45;
        bytes[9] = 6;
        BinaryPrimitives.WriteUInt16BigEndian(bytes.AsSpan(2), (ushort)bytes.Length);
        (far ? LinkAddresses.Far4 : LinkAddresses.Near4).GetAddressBytes().CopyTo(bytes, 12);
        (far ? LinkAddresses.Near4 : LinkAddresses.Far4).GetAddressBytes().CopyTo(bytes, 16);
        var tcp = bytes.AsSpan(20);
        BinaryPrimitives.WriteUInt16BigEndian(tcp, far ? ServerPort : ClientPort);
        BinaryPrimitives.WriteUInt16BigEndian(tcp[2..], far ? ClientPort : ServerPort);
        BinaryPrimitives.WriteUInt32BigEndian(tcp[4..], sequence);
        BinaryPrimitives.WriteUInt32BigEndian(tcp[8..], acknowledgment);
        tcp[12] = (byte)((5 + (options.Length / 4)) << 4);
        tcp[13] = (byte)flags;
        BinaryPrimitives.WriteUInt16BigEndian(tcp[14..], window);
        options.CopyTo(tcp[20..]);
        return bytes;
    }
}
