using Fathom.Link.Packets;

namespace Fathom.Link.Flows;

/// <summary>
/// A connection from the view of one end as the sender. Packets are added in order of time. Sequence numbers are 32 bits and wrap;
/// positions in the stream start at 0.
/// </summary>
internal sealed class SenderView(long start)
{
    private readonly List<FlowPoint> _sent = [];
    private readonly List<FlowPoint> _acknowledged = [];
    private readonly List<FlowPoint> _allowed = [];
    private readonly RoundTripMeter _roundTrip = new();
    private uint _first;
    private bool _isStarted;
    private int _scale;
    private bool _bothScale;
    private int _ownScale = -1;
    private long _acknowledgedTo;
    private int _segments;
    private int _retransmitted;
    private int _largest;
    private long _maxInFlight;

    /// <summary>Bytes sent so far, each counted once.</summary>
    public long Bytes { get; private set; }

    /// <summary>Adds a packet that this end sent.</summary>
    public void Send(long time, TcpSegment segment)
    {
        if (segment.Flags.HasFlag(TcpFlags.Syn))
        {
            // A SYN occupies one sequence number (RFC 9293, section 3.4).
            (_first, _isStarted, _ownScale) = (segment.SequenceNumber + 1, true, segment.WindowScale);
            return;
        }

        var length = segment.Data.Length;
        if (!_isStarted || length == 0)
        {
            return;
        }

        _segments++;
        _largest = Math.Max(_largest, length);
        var end = Position(segment.SequenceNumber) + length;
        if (end <= Bytes)
        {
            _retransmitted++;
            _roundTrip.Retransmit();
            return;
        }

        Bytes = end;
        var point = new FlowPoint(time - start, end);
        _sent.Add(point);
        _roundTrip.Send(point);
        _maxInFlight = Math.Max(_maxInFlight, Bytes - _acknowledgedTo);
    }

    /// <summary>Adds a packet that this end received.</summary>
    public void Receive(long time, TcpSegment segment)
    {
        if (segment.Flags.HasFlag(TcpFlags.Syn))
        {
            _scale = segment.WindowScale;
            // Window scaling needs the option on both sides; two zeros have the same effect as none.
            _bothScale = _scale > 0 || _ownScale > 0;
        }

        if (!_isStarted || !segment.Flags.HasFlag(TcpFlags.Ack))
        {
            return;
        }

        // A FIN occupies a sequence number too, but is no byte of the stream.
        var to = Math.Min(Position(segment.AcknowledgmentNumber), Bytes);
        var window = (long)segment.Window << (segment.Flags.HasFlag(TcpFlags.Syn) || !_bothScale ? 0 : _scale);
        if (to > _acknowledgedTo)
        {
            var point = new FlowPoint(time - start, to);
            _roundTrip.Acknowledge(point);
            _acknowledgedTo = to;
            _acknowledged.Add(point);
        }

        if (to == _acknowledgedTo && (_allowed.Count == 0 || _allowed[^1].Bytes != to + window))
        {
            _allowed.Add(new FlowPoint(time - start, to + window));
        }
    }

    public TcpFlow Build(bool far) => new()
    {
        SentByFarEnd = far,
        Bytes = Bytes,
        Segments = _segments,
        Retransmitted = _retransmitted,
        LargestSegment = _largest,
        RoundTrip = _roundTrip.Shortest,
        MaxInFlight = _maxInFlight,
        Sent = _sent,
        Acknowledged = _acknowledged,
        Allowed = _allowed,
    };

    // The position nearest to the last acknowledgement: numbers wrap, and no window exceeds 2^30.
    private long Position(uint number) => _acknowledgedTo + (int)(number - _first - (uint)_acknowledgedTo);
}
