namespace Fathom.Load.Grpc.Workers;

/// <summary>What a worker observes about itself. Written on its loop; read when it has ended, and <see cref="CompleteBefore"/>
/// meanwhile.</summary>
internal sealed class WorkerAudit
{
    private long _processorAtStart;
    private int _completeBefore;
    private long _callsEnded;
    private int _callsInFlight;
    private long _awaySince = long.MaxValue;

    /// <summary>Connections that were started.</summary>
    public int Connections { get; set; }

    /// <summary>Calls that have ended, with those of the warm-up. Can be read meanwhile.</summary>
    public long CallsEnded => Volatile.Read(ref _callsEnded);

    /// <summary>Calls in flight. Can be read meanwhile.</summary>
    public int CallsInFlight => Volatile.Read(ref _callsInFlight);

    /// <summary>How long no connection was open, in nanoseconds.</summary>
    public long AwayNanoseconds { get; private set; }

    /// <summary>Whether a due call of an open loop had to wait, because no connection could take it.</summary>
    public bool Limited { get; set; }

    /// <summary>Processor time of the thread, in nanoseconds.</summary>
    public long ProcessorNanoseconds { get; private set; }

    /// <summary>When it ended, in nanoseconds since the start of the run.</summary>
    public long Ended { get; private set; }

    /// <summary>Seconds before this one are handed over.</summary>
    public int CompleteBefore => Volatile.Read(ref _completeBefore);

    public void Begin() => _processorAtStart = ThreadTime.Processor ?? 0;

    public void OnStarted() => Volatile.Write(ref _callsInFlight, _callsInFlight + 1);

    public void OnEnded()
    {
        Volatile.Write(ref _callsInFlight, _callsInFlight - 1);
        Volatile.Write(ref _callsEnded, _callsEnded + 1);
    }

    /// <summary>The last open connection was lost.</summary>
    public void OnAway(long now) => _awaySince = Math.Min(_awaySince, now);

    /// <summary>A connection is open again, or the run ends.</summary>
    public void OnBack(long now)
    {
        if (_awaySince != long.MaxValue)
        {
            AwayNanoseconds += Math.Max(0, now - _awaySince);
            _awaySince = long.MaxValue;
        }
    }

    public void OnInterval(long intervalEnd) =>
        Volatile.Write(ref _completeBefore, (int)(intervalEnd / Counting.CallRecorder.IntervalNanoseconds) - 1);

    public void End(long now)
    {
        OnBack(now);
        Ended = now;
        ProcessorNanoseconds = (ThreadTime.Processor ?? 0) - _processorAtStart;
        Volatile.Write(ref _completeBefore, int.MaxValue);
    }
}
