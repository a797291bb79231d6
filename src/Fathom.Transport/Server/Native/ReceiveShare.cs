namespace Fathom.Transport.Server.Native;

/// <summary>The bytes that a host holds for one connection. Used inside the connection's strand; owned by the connection.</summary>
/// <param name="now">Monotonic time in milliseconds.</param>
/// <param name="all">The quota of the host.</param>
/// <param name="giveWay">Ends the connection. Called on any thread; must not block.</param>
internal sealed class ReceiveShare(Func<long> now, ReceiveQuota all, Action giveWay)
{
    // Smaller changes are not reported, so that small calls do not contend for the quota's lock.
    private const int ReportStep = 16 * 1024;

    // Less than an eighth of what is held is no progress: otherwise small calls beside it would keep a client that holds memory and waits.
    private const int ProgressFraction = 8;

    private long _bytes;
    private long _moved;
    private long _lastProgress = now();

    /// <summary>The bytes last reported. Set by <see cref="ReceiveQuota"/>.</summary>
    public long Reported { get; set; }

    /// <summary>Whether the connection was evicted and is not counted any more. Set by <see cref="ReceiveQuota"/>.</summary>
    public bool IsEvicted { get; set; }

    /// <summary>When a considerable part of the bytes was last read by a handler or sent to the client, in milliseconds. Can be read on any
    /// thread.</summary>
    public long LastProgress => Volatile.Read(ref _lastProgress);

    /// <summary>Adds bytes; negative to remove.</summary>
    public void Add(long bytes)
    {
        _bytes += bytes;
        var reported = Reported;
        if (Math.Abs(_bytes - reported) >= ReportStep || (_bytes == 0 && reported > 0))
        {
            all.Report(this, _bytes);
        }
    }

    /// <summary>Adds bytes of messages. Negative: a handler has read them, or the connection accepted them for sending, which is
    /// progress.</summary>
    public void AddMoving(long bytes)
    {
        if (bytes < 0)
        {
            _moved -= bytes;
            if (_moved >= _bytes / ProgressFraction)
            {
                _moved = 0;
                Volatile.Write(ref _lastProgress, now());
            }
        }

        Add(bytes);
    }

    public void Evict() => giveWay();
}
