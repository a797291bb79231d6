namespace Fathom.Transport.Calls;

/// <summary>
/// Calls back once when a deadline has passed, never before. Owned by one call, disposed when that ends. It looks at the
/// deadline again when the timer fires: timers may be early by a clock tick and cannot be set beyond 49 days.
/// </summary>
internal sealed class DeadlineTimer : IDisposable
{
    private static readonly TimeSpan LongestWait = TimeSpan.FromDays(40);
    private static readonly TimeSpan ShortestWait = TimeSpan.FromMilliseconds(1);

    private readonly Deadline _deadline;
    private readonly Action _expired;
    private readonly ITimer _timer;

    public DeadlineTimer(Deadline deadline, TimeProvider time, Action expired)
    {
        _deadline = deadline;
        _expired = expired;
        _timer = time.CreateTimer(static state => ((DeadlineTimer)state!).Fire(), this, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
        Arm(deadline.Remaining);
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
            Arm(remaining);
        }
    }

    private void Arm(TimeSpan remaining)
    {
        var wait = remaining < ShortestWait ? ShortestWait : remaining > LongestWait ? LongestWait : remaining;
        _timer.Change(wait, Timeout.InfiniteTimeSpan);
    }
}
