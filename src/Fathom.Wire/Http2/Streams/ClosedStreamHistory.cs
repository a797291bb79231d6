namespace Fathom.Wire.Http2.Streams;

/// <summary>What is known of a stream that is not open.</summary>
internal enum ClosedStreamKind : byte
{
    /// <summary>It ended with END_STREAM or the peer's RST_STREAM: a further HEADERS or DATA is an error (RFC 9113 section 5.1,
    /// closed).</summary>
    Ended = 0,
    /// <summary>This side reset it, or may have: late frames are read and discarded (section 5.4.2).</summary>
    Reset,
    /// <summary>It was never opened and cannot be any more: a higher one was opened (section 5.1.1).</summary>
    Skipped,
}

/// <summary>
/// Remembers which streams this side reset and which the peer skipped, the last so many of each. Bounded: of what is forgotten, a late
/// frame is discarded rather than answered with an error. Owned by one connection.
/// </summary>
internal sealed class ClosedStreamHistory(int capacity)
{
    private readonly HashSet<int> _reset = [];
    private readonly Queue<int> _order = new();
    private readonly Queue<(int From, int To)> _skipped = new();
    private int _forgottenUpTo;

    /// <summary>Streams and ranges remembered.</summary>
    public int Count => _order.Count + _skipped.Count;

    /// <summary>This side reset a stream whose peer may still be sending.</summary>
    public void AddReset(int streamId)
    {
        if (capacity == 0)
        {
            _forgottenUpTo = Math.Max(_forgottenUpTo, streamId);
            return;
        }

        if (!_reset.Add(streamId))
        {
            return;
        }

        _order.Enqueue(streamId);
        if (_order.Count > capacity)
        {
            var forgotten = _order.Dequeue();
            _reset.Remove(forgotten);
            _forgottenUpTo = Math.Max(_forgottenUpTo, forgotten);
        }
    }

    /// <summary>The peer opened <paramref name="opened"/> after <paramref name="last"/>, leaving out those between.</summary>
    public void AddOpened(int last, int opened)
    {
        if (opened - last <= 2)
        {
            return;
        }

        _skipped.Enqueue((last + 1, opened - 1));
        if (_skipped.Count > capacity)
        {
            _skipped.Dequeue();
        }
    }

    /// <summary>What is known of a stream no higher than the last one opened.</summary>
    public ClosedStreamKind Find(int streamId)
    {
        if (streamId <= _forgottenUpTo || _reset.Contains(streamId))
        {
            return ClosedStreamKind.Reset;
        }

        foreach (var (from, to) in _skipped)
        {
            if (streamId >= from && streamId <= to)
            {
                return ClosedStreamKind.Skipped;
            }
        }

        return ClosedStreamKind.Ended;
    }
}
