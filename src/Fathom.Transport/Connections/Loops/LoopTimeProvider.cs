namespace Fathom.Transport.Connections.Loops;

/// <summary>The system's clock with timers of an event loop: what waits for them needs no thread of the pool.</summary>
internal sealed class LoopTimeProvider(EventLoop loop) : TimeProvider
{
    /// <summary>The clock to use for <paramref name="time"/>: any but the system's stays itself.</summary>
    public static TimeProvider For(TimeProvider time, EventLoop loop) => time == System ? loop.Time : time;

    /// <inheritdoc/>
    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var timer = new LoopTimer(loop, callback, state);
        timer.Change(dueTime, period);
        return timer;
    }
}
