namespace Fathom.Transport.Connections.Loops;

/// <summary>The system clock with timers of an event loop, which need no thread of the pool.</summary>
internal sealed class LoopTimeProvider(EventLoop loop) : TimeProvider
{
    /// <summary>Returns the clock of the loop for the system clock, and any other clock unchanged.</summary>
    public static TimeProvider For(TimeProvider time, EventLoop loop) => time == System ? loop.Time : time;

    /// <inheritdoc/>
    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var timer = new LoopTimer(loop, callback, state);
        if (dueTime != Timeout.InfiniteTimeSpan)
        {
            timer.Change(dueTime, period);
        }

        return timer;
    }
}
