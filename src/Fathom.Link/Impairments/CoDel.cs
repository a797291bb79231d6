namespace Fathom.Link.Impairments;

/// <summary>
/// Controlled delay (RFC 8289, section 5): decides from the waiting time of the first packet of a queue whether to drop it. The RFC's loop
/// over a queue is one decision per call here. Owned by one queue; not thread-safe.
/// </summary>
/// <param name="target">TARGET: the acceptable standing delay, nanoseconds (RFC 8289, section 4.4: 5 ms).</param>
/// <param name="interval">INTERVAL: how long the delay may exceed the target, nanoseconds (RFC 8289, section 4.3: 100 ms).</param>
/// <param name="maximumPacket">MAXPACKET: a queue of at most this many bytes is never dropped from.</param>
internal sealed class CoDel(long target, long interval, int maximumPacket)
{
    public const long DefaultTarget = 5_000_000;
    public const long DefaultInterval = 100_000_000;

    private long _firstAboveTime;
    private long _dropNext;
    private int _count;
    private int _lastCount;
    private bool _dropping;
    private bool _advance;

    /// <summary>Whether to drop the first packet.</summary>
    /// <param name="now">When its service would start, nanoseconds.</param>
    /// <param name="sojourn">Its time in the queue, nanoseconds.</param>
    /// <param name="bytesBehind">Bytes queued behind it.</param>
    public bool ShouldDrop(long now, long sojourn, long bytesBehind)
    {
        var okToDrop = OkToDrop(now, sojourn, bytesBehind);
        if (_dropping)
        {
            return ShouldDropAgain(now, okToDrop);
        }

        if (!okToDrop)
        {
            return false;
        }

        _dropping = true;
        // Soon after the last dropping state it resumes near the rate that controlled the queue (RFC 8289, section 5.5).
        var delta = _count - _lastCount;
        _count = delta > 1 && now - _dropNext < 16 * interval ? delta : 1;
        _dropNext = Control(now);
        _lastCount = _count;
        return true;
    }

    /// <summary>The queue is empty: dodequeue() of the RFC finds no packet.</summary>
    public void OnQueueEmpty()
    {
        _firstAboveTime = 0;
        _dropping = false;
        _advance = false;
    }

    private bool ShouldDropAgain(long now, bool okToDrop)
    {
        if (!okToDrop)
        {
            _dropping = false;
            _advance = false;
            return false;
        }

        if (_advance)
        {
            _dropNext = Control(_dropNext);
            _advance = false;
        }

        if (now < _dropNext)
        {
            return false;
        }

        _count++;
        // The next packet schedules the next drop if it waited too long as well.
        _advance = true;
        return true;
    }

    private bool OkToDrop(long now, long sojourn, long bytesBehind)
    {
        if (sojourn < target || bytesBehind <= maximumPacket)
        {
            _firstAboveTime = 0;
            return false;
        }

        if (_firstAboveTime == 0)
        {
            _firstAboveTime = now + interval;
            return false;
        }

        return now >= _firstAboveTime;
    }

    private long Control(long time) => time + (long)(interval / Math.Sqrt(_count));
}
