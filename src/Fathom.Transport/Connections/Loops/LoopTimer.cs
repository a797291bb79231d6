namespace Fathom.Transport.Connections.Loops;

/// <summary>A timer of an event loop: its callback runs on the loop's thread, needs no thread of the pool, and is never early. Any thread
/// may change it.</summary>
internal sealed class LoopTimer(EventLoop loop, TimerCallback callback, object? state) : ITimer
{
    /// <summary>When it is due, in the loop's milliseconds; meaningful while it is in the heap.</summary>
    public long DueAt { get; set; }

    /// <summary>Its place in the heap; -1 where it is in none.</summary>
    public int HeapIndex { get; set; } = -1;

    /// <summary>The time between further callbacks in milliseconds; 0 for none.</summary>
    public long Period { get; private set; }

    /// <inheritdoc/>
    public bool Change(TimeSpan dueTime, TimeSpan period)
    {
        Period = period > TimeSpan.Zero ? Milliseconds(period) : 0;
        loop.Schedule(this, dueTime < TimeSpan.Zero ? null : Milliseconds(dueTime));
        return true;
    }

    /// <summary>Once, after <paramref name="milliseconds"/>.</summary>
    public void Start(long milliseconds)
    {
        Period = 0;
        loop.Schedule(this, milliseconds);
    }

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
