namespace Fathom.Link.Impairments;

/// <summary>
/// Serves packets at the opportunities of a trace, 1,500 bytes each. Small packets share an opportunity, a large one takes several, and an
/// opportunity with an empty queue is lost. The trace starts at the first packet. Owned by one direction.
/// </summary>
internal sealed class TraceRate(DeliveryTrace trace) : IPacketService
{
    private long _origin = long.MinValue;
    private long _index;
    private int _left = DeliveryTrace.BytesPerOpportunity;

    public long StartOf(long ready)
    {
        if (_origin == long.MinValue)
        {
            _origin = ready;
        }

        // The rest of an opportunity serves only packets that were queued at its time.
        if (_left == 0 || Time < ready)
        {
            Skip(ready);
        }

        return Time;
    }

    public long Serve(long start, int bytes)
    {
        for (var rest = bytes; ; NextOpportunity())
        {
            var taken = Math.Min(rest, _left);
            rest -= taken;
            _left -= taken;
            if (rest == 0)
            {
                return Time;
            }
        }
    }

    private long Time => _origin + trace.TimeOf(_index);

    private void Skip(long ready)
    {
        // Skips whole repetitions: a link may have been idle for hours.
        var period = trace.TimeOf(trace.Count) - trace.TimeOf(0);
        _index += Math.Max(0, ((ready - Time) / period) - 1) * trace.Count;
        do
        {
            NextOpportunity();
        }
        while (Time < ready);
    }

    private void NextOpportunity()
    {
        _index++;
        _left = DeliveryTrace.BytesPerOpportunity;
    }
}
