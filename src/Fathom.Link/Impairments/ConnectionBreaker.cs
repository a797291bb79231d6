using Fathom.Link.Packets;

namespace Fathom.Link.Impairments;

/// <summary>
/// Breaks the TCP connections of a link after a number of bytes, without I/O or a clock. Both directions pass their packets through it. It
/// remembers each connection whose bytes it counts until its ports are used again, so at most as many as there are pairs of ports. Owned by
/// the forwarding thread; not thread-safe.
/// </summary>
internal sealed class ConnectionBreaker(ConnectionBreak? up, ConnectionBreak? down)
{
    private readonly Dictionary<ConnectionKey, CountedConnection> _connections = [];
    private ConnectionBreak? _up = up;
    private ConnectionBreak? _down = down;

    /// <summary>Puts other breaks in force. What is broken stays so; of open connections bytes count from now on.</summary>
    public void Change(ConnectionBreak? up, ConnectionBreak? down) => (_up, _down) = (up, down);

    /// <summary>What becomes of a packet.</summary>
    /// <param name="bytes">The packet. It is shortened where its connection breaks in the middle of it.</param>
    /// <param name="isUp">Whether it goes up.</param>
    public BreakVerdict Judge(Span<byte> bytes, bool isUp)
    {
        var limit = isUp ? _up : _down;
        if ((limit is null && _connections.Count == 0) || !IpPacket.TryRead(bytes, out var packet)
            || !TcpSegment.TryRead(packet, out var segment))
        {
            return BreakVerdict.Pass(bytes.Length);
        }

        var key = ConnectionKey.Of(packet, segment, isUp);
        if (segment.Flags.HasFlag(TcpFlags.Syn) && !segment.Flags.HasFlag(TcpFlags.Ack))
        {
            // A new connection, or its first packet again.
            _connections.Remove(key);
        }

        if (!_connections.TryGetValue(key, out var connection))
        {
            if (limit is null && (isUp ? _down : _up) is null)
            {
                return BreakVerdict.Pass(bytes.Length);
            }

            _connections.Add(key, connection = new CountedConnection());
        }

        return connection.Broken is not null ? AfterBreak(connection, segment, isUp)
            : limit is null ? BreakVerdict.Pass(bytes.Length)
            : Count(connection, limit, bytes, packet.Length, segment, isUp);
    }

    private static BreakVerdict AfterBreak(CountedConnection connection, TcpSegment segment, bool isUp)
    {
        // The receiver of the bytes that broke it has lost the connection, except in a hang; their sender in a reset only. What is lost is
        // answered as its peer's TCP would (RFC 9293, section 3.10.7.1).
        var isLost = connection.Broken == BreakKind.Reset || (connection.Broken == BreakKind.HalfOpen && isUp != connection.BrokeUp);
        var isAnswered = isLost && !segment.Flags.HasFlag(TcpFlags.Rst) && segment.Flags.HasFlag(TcpFlags.Ack);
        return new BreakVerdict(0, false, isAnswered ? segment.AcknowledgmentNumber : null, null);
    }

    private static BreakVerdict Count(
        CountedConnection connection, ConnectionBreak limit, Span<byte> bytes, int datagram, TcpSegment segment, bool isUp)
    {
        ref var passed = ref connection.Passed(isUp);
        var sequence = segment.SequenceNumber + (segment.Flags.HasFlag(TcpFlags.Syn) ? 1u : 0);
        passed ??= new StreamPosition(sequence, 0);
        // The end of the segment, as a position of the stream; behind what has passed where it is sent again.
        var end = passed.Value.Bytes + (int)(sequence + (uint)segment.Data.Length - passed.Value.Next);
        if (end <= passed.Value.Bytes)
        {
            return BreakVerdict.Pass(bytes.Length);
        }

        if (end < limit.AfterBytes)
        {
            passed = new StreamPosition(sequence + (uint)segment.Data.Length, end);
            return BreakVerdict.Pass(bytes.Length);
        }

        if (end - segment.Data.Length > limit.AfterBytes)
        {
            // Some before it were lost on the way here, and come again. Nothing beyond the limit passes, and what has no data is let.
            return segment.Data.Length == 0 ? BreakVerdict.Pass(bytes.Length) : new BreakVerdict(0, false, null, null);
        }

        (connection.Broken, connection.BrokeUp) = (limit.Kind, isUp);
        var beyond = (int)(end - limit.AfterBytes);
        var next = sequence + (uint)(segment.Data.Length - beyond);
        return new BreakVerdict(beyond == 0 ? bytes.Length : TcpPacketWriter.Shorten(bytes[..datagram], beyond), true,
            limit.Kind == BreakKind.Reset ? segment.AcknowledgmentNumber : null, limit.Kind == BreakKind.Hang ? null : next);
    }
}
