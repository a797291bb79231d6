namespace Fathom.Link.Impairments;

/// <summary>
/// Controlled delay (RFC 8289, section 5): decides for each packet at the head of a queue, told how long it waited, whether it is dropped.
/// The pseudo-code's loop over a queue is turned inside out here, one decision a call. Owned by one queue; not thread-safe.
/// </summary>
/// <param name="target">TARGET: the standing delay that is fine, nanoseconds (RFC 8289, section 4.4: 5 ms).</param>
/// <param name="interval">INTERVAL: how long the delay may stand above it, nanoseconds (RFC 8289, section 4.3: 100 ms).</param>
/// <param name="maximumPacket">MAXPACKET: a queue of no more bytes than this is left alone.</param>
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

    /// <summary>Whether the packet at the head is dropped.</summary>
    /// <param name="now">When its service would start, nanoseconds.</param>
    /// <param name="sojourn">How long it has been queued, nanoseconds.</param>
    /// <param name="bytesBehind">Bytes queued behind it.</param>
    public bool Drops(long now, long sojourn, long bytesBehind)
    {
        var okToDrop = OkToDrop(now, sojourn, bytesBehind);
        if (_dropping)
        {
            return DropsAgain(now, okToDrop);
        }

        if (!okToDrop)
        {
            return false;
        }

        _dropping = true;
        // Coming back soon, it starts near the rate that controlled the queue last time (RFC 8289, section 5.5).
        var delta = _count - _lastCount;
        _count = delta > 1 && now - _dropNext < 16 * interval ? delta : 1;
        _dropNext = Control(now);
        _lastCount = _count;
        return true;
    }

    /// <summary>The queue ran empty: dodequeue() of the RFC finds no packet.</summary>
    public void QueueIsEmpty()
    {
        _firstAboveTime = 0;
        _dropping = false;
        _advance = false;
    }

    private bool DropsAgain(long now, bool okToDrop)
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
        // The next drop is set by the packet after this one, if it is too old as well.
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
