namespace Fathom.Wire.Http2.Streams;

/// <summary>The recorded state of a stream that is not open.</summary>
internal enum ClosedStreamKind : byte
{
    /// <summary>The stream ended with END_STREAM or the peer's RST_STREAM. Further HEADERS or DATA are an error (RFC 9113 section 5.1,
    /// closed).</summary>
    Ended = 0,
    /// <summary>This side reset the stream, or the record was evicted. Late frames are decoded and discarded (section 5.4.2).</summary>
    Reset,
    /// <summary>The stream was never opened and can no longer be, because a higher one was opened (section 5.1.1).</summary>
    Skipped,
}

/// <summary>
/// Records the streams that this side reset and the ranges that the peer skipped, at most <paramref name="capacity"/> of each. Late frames
/// of evicted streams are discarded instead of causing an error. Owned by one connection.
/// </summary>
/// <param name="capacity">Maximum number of reset streams, and of skipped ranges. 0 or more.</param>
internal sealed class ClosedStreamHistory(int capacity)
{
    // With the bytes of DATA that the peer could still send.
    private readonly Dictionary<int, int> _reset = [];
    private readonly Queue<int> _order = new();
    private readonly Queue<(int From, int To)> _skipped = new();
    private int _forgottenUpTo;

    /// <summary>The number of recorded streams and ranges.</summary>
    public int Count => _order.Count + _skipped.Count;

    /// <summary>Records a stream that this side reset while the peer can still send on it. A further call changes nothing.</summary>
    /// <param name="streamId">The stream.</param>
    /// <param name="window">Its receive window, in bytes: DATA of so much can be on its way.</param>
    public void AddReset(int streamId, int window)
    {
        if (capacity == 0)
        {
            _forgottenUpTo = Math.Max(_forgottenUpTo, streamId);
            return;
        }

        if (!_reset.TryAdd(streamId, window))
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

    /// <summary>Records the streams between <paramref name="last"/> and <paramref name="opened"/> as skipped by the peer.</summary>
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

    /// <summary>Takes the bytes of a late DATA frame from the window that its stream had.</summary>
    /// <returns>Whether the frame can have been on its way: false without bytes, beyond that window, and for a stream whose record was
    /// evicted.</returns>
    public bool TryTakeLate(int streamId, int bytes)
    {
        if (bytes == 0 || !_reset.TryGetValue(streamId, out var window) || bytes > window)
        {
            return false;
        }

        _reset[streamId] = window - bytes;
        return true;
    }

    /// <summary>Returns the state of a stream that is not above the last one opened.</summary>
    public ClosedStreamKind Find(int streamId)
    {
        if (streamId <= _forgottenUpTo || _reset.ContainsKey(streamId))
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
