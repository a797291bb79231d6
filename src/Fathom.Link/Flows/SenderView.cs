using Fathom.Link.Packets;

namespace Fathom.Link.Flows;

/// <summary>
/// A connection as one of its ends sees it, as a sender of data: pure, told the packets in order of time. Sequence numbers are 32 bits and
/// wrap; positions in the stream are counted from 0, its first byte.
/// </summary>
internal sealed class SenderView(long began)
{
    private readonly List<FlowPoint> _sent = [];
    private readonly List<FlowPoint> _acknowledged = [];
    private readonly List<FlowPoint> _allowed = [];
    private readonly Queue<FlowPoint> _unacknowledged = new();
    private uint _first;
    private bool _begun;
    private int _scale;
    private bool _bothScale;
    private int _ownScale = -1;
    private long _acknowledgedTo;
    private int _segments;
    private int _retransmitted;
    private int _largest;
    private long _roundTrip = long.MaxValue;
    private long _mostInFlight;

    /// <summary>Bytes sent so far, each counted once.</summary>
    public long Bytes { get; private set; }

    /// <summary>The end sends a packet.</summary>
    public void Send(long time, TcpSegment segment)
    {
        if (segment.Flags.HasFlag(TcpFlags.Syn))
        {
            // A SYN takes one number (RFC 9293, section 3.4).
            (_first, _begun, _ownScale) = (segment.SequenceNumber + 1, true, segment.WindowScale);
            return;
        }

        var length = segment.Data.Length;
        if (!_begun || length == 0)
        {
            return;
        }

        _segments++;
        _largest = Math.Max(_largest, length);
        var end = Position(segment.SequenceNumber) + length;
        if (end <= Bytes)
        {
            _retransmitted++;
            // What is acknowledged from now on may answer either (Karn's algorithm).
            _unacknowledged.Clear();
            return;
        }

        Bytes = end;
        var point = new FlowPoint(time - began, end);
        _sent.Add(point);
        _unacknowledged.Enqueue(point);
        _mostInFlight = Math.Max(_mostInFlight, Bytes - _acknowledgedTo);
    }

    /// <summary>A packet reaches the end.</summary>
    public void Receive(long time, TcpSegment segment)
    {
        if (segment.Flags.HasFlag(TcpFlags.Syn))
        {
            _scale = segment.WindowScale;
            // Scaling holds only where both ask for it; that neither did shows as two zeros.
            _bothScale = _scale > 0 || _ownScale > 0;
        }

        if (!_begun || !segment.Flags.HasFlag(TcpFlags.Ack))
        {
            return;
        }

        // A FIN takes one number too, which is no byte of the stream.
        var to = Math.Min(Position(segment.AcknowledgmentNumber), Bytes);
        var window = (long)segment.Window << (segment.Flags.HasFlag(TcpFlags.Syn) || !_bothScale ? 0 : _scale);
        if (to > _acknowledgedTo)
        {
            Measure(time, to);
            _acknowledgedTo = to;
            _acknowledged.Add(new FlowPoint(time - began, to));
        }

        if (to == _acknowledgedTo && (_allowed.Count == 0 || _allowed[^1].Bytes != to + window))
        {
            _allowed.Add(new FlowPoint(time - began, to + window));
        }
    }

    public TcpFlow Build(bool far) => new()
    {
        SentByFarEnd = far,
        Bytes = Bytes,
        Segments = _segments,
        Retransmitted = _retransmitted,
        LargestSegment = _largest,
        RoundTrip = _roundTrip == long.MaxValue ? 0 : _roundTrip,
        MostInFlight = _mostInFlight,
        Sent = _sent,
        Acknowledged = _acknowledged,
        Allowed = _allowed,
    };

    private void Measure(long time, long to)
    {
        while (_unacknowledged.TryPeek(out var point) && point.Bytes <= to)
        {
            _unacknowledged.Dequeue();
            if (point.Bytes == to)
            {
                _roundTrip = Math.Min(_roundTrip, time - began - point.Time);
            }
        }
    }

    // The position nearest to what is known, so that numbers may wrap: no window is larger than 2^30.
    private long Position(uint number) => _acknowledgedTo + (int)(number - _first - (uint)_acknowledgedTo);
}
