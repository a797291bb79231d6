namespace Fathom.Load.Grpc.Workers;

/// <summary>What a worker observes about itself. Written on its loop; read when it has ended, and <see cref="CompleteBefore"/>
/// meanwhile.</summary>
internal sealed class WorkerAudit
{
    private long _processorAtStart;
    private int _completeBefore;

    /// <summary>Connections that were started.</summary>
    public int Connections { get; set; }

    /// <summary>Whether a due call of an open loop had to wait, because no connection could take it.</summary>
    public bool Limited { get; set; }

    /// <summary>Processor time of the thread, in nanoseconds.</summary>
    public long ProcessorNanoseconds { get; private set; }

    /// <summary>When it ended, in nanoseconds since the start of the run.</summary>
    public long Ended { get; private set; }

    /// <summary>Seconds before this one are handed over.</summary>
    public int CompleteBefore => Volatile.Read(ref _completeBefore);

    public void Begin() => _processorAtStart = ThreadTime.Processor ?? 0;

    public void OnInterval(long intervalEnd) =>
        Volatile.Write(ref _completeBefore, (int)(intervalEnd / Counting.CallRecorder.IntervalNanoseconds) - 1);

    public void End(long now)
    {
        Ended = now;
        ProcessorNanoseconds = (ThreadTime.Processor ?? 0) - _processorAtStart;
        Volatile.Write(ref _completeBefore, int.MaxValue);
    }
}
