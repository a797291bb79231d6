namespace Fathom.Transport.Connections.Loops;

/// <summary>A timer of an event loop. Its callback runs on the loop and is never early. Thread-safe.</summary>
internal sealed class LoopTimer(EventLoop loop, TimerCallback callback, object? state) : ITimer
{
    /// <summary>What the callback is called with; takes its exceptions if it is an <see cref="IFailureSink"/>.</summary>
    public object? State => state;

    /// <summary>When the timer is due, in the loop's milliseconds. Valid while it is in the heap.</summary>
    public long DueAt { get; set; }

    /// <summary>The index in the heap; -1 when it is not scheduled.</summary>
    public int HeapIndex { get; set; } = -1;

    /// <summary>The period in milliseconds; 0 for a single callback.</summary>
    public long Period { get; private set; }

    /// <inheritdoc/>
    public bool Change(TimeSpan dueTime, TimeSpan period)
    {
        Period = period > TimeSpan.Zero ? Milliseconds(period) : 0;
        loop.Schedule(this, dueTime < TimeSpan.Zero ? null : Milliseconds(dueTime));
        return true;
    }

    /// <summary>Schedules one callback after <paramref name="milliseconds"/>.</summary>
    public void Start(long milliseconds)
    {
        Period = 0;
        loop.Schedule(this, milliseconds);
    }

    /// <summary>Whether a callback is due.</summary>
    public bool IsScheduled => HeapIndex >= 0;

    public void Stop() => loop.Schedule(this, null);

    public void Fire() => callback(state);

    public void Dispose() => Stop();

    public ValueTask DisposeAsync()
    {
        Stop();
        return ValueTask.CompletedTask;
    }

    private static long Milliseconds(TimeSpan time) => (long)Math.Ceiling(time.TotalMilliseconds);
}
