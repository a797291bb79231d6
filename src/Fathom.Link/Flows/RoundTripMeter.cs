namespace Fathom.Link.Flows;

/// <summary>The shortest time from the end of a sent segment to its acknowledgement. Points are added in order of time.</summary>
internal sealed class RoundTripMeter
{
    private readonly Queue<FlowPoint> _unacknowledged = new();
    private long _shortest = long.MaxValue;

    /// <summary>Nanoseconds; 0 where nothing was measured.</summary>
    public long Shortest => _shortest == long.MaxValue ? 0 : _shortest;

    /// <summary>Adds the end of a segment that was sent for the first time.</summary>
    public void Send(FlowPoint end) => _unacknowledged.Enqueue(end);

    /// <summary>Forgets what is in flight: a later acknowledgement may belong to either transmission (Karn's algorithm).</summary>
    public void Retransmit() => _unacknowledged.Clear();

    /// <summary>Adds an acknowledgement of bytes that were not acknowledged before.</summary>
    public void Acknowledge(FlowPoint to)
    {
        while (_unacknowledged.TryPeek(out var sent) && sent.Bytes <= to.Bytes)
        {
            _unacknowledged.Dequeue();
            if (sent.Bytes == to.Bytes)
            {
                _shortest = Math.Min(_shortest, to.Time - sent.Time);
            }
        }
    }
}
