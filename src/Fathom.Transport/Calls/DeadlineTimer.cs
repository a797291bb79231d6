namespace Fathom.Transport.Calls;

/// <summary>
/// Calls back once, after a deadline and never before. Owned by one call, which disposes it when it ends. It checks the deadline again
/// when the timer fires, because timers can be early by a clock tick and are limited to 49 days.
/// </summary>
internal sealed class DeadlineTimer : IDisposable
{
    private static readonly TimeSpan MaxWait = TimeSpan.FromDays(40);
    private static readonly TimeSpan MinWait = TimeSpan.FromMilliseconds(1);

    private readonly Deadline _deadline;
    private readonly Action _expired;
    private readonly ITimer _timer;

    public DeadlineTimer(Deadline deadline, TimeProvider time, Action expired)
    {
        _deadline = deadline;
        _expired = expired;
        _timer = time.CreateTimer(static state => ((DeadlineTimer)state!).Fire(), this, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
        Schedule(deadline.Remaining);
    }

    public void Dispose() => _timer.Dispose();

    private void Fire()
    {
        var remaining = _deadline.Remaining;
        if (remaining <= TimeSpan.Zero)
        {
            _expired();
        }
        else
        {
            Schedule(remaining);
        }
    }

    private void Schedule(TimeSpan remaining)
    {
        var wait = remaining < MinWait ? MinWait : remaining > MaxWait ? MaxWait : remaining;
        _timer.Change(wait, Timeout.InfiniteTimeSpan);
    }
}
