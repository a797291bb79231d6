using Fathom.Transport.Calls;

namespace Fathom.Mediator.Messages;

/// <summary>Cancels a token when a deadline has passed, however far it is: timers are limited to 49 days. Owned by one message.</summary>
internal sealed class DeadlineSource : IDisposable
{
    private static readonly TimeSpan MaxWait = TimeSpan.FromDays(40);
    private static readonly TimeSpan MinWait = TimeSpan.FromMilliseconds(1);

    private readonly CancellationTokenSource _passed = new();
    private readonly Deadline _deadline;
    private readonly ITimer _timer;

    public DeadlineSource(Deadline deadline, TimeProvider time)
    {
        _deadline = deadline;
        _timer = time.CreateTimer(static state => ((DeadlineSource)state!).Check(), this, Timeout.InfiniteTimeSpan,
            Timeout.InfiniteTimeSpan);
        Check();
    }

    /// <summary>Cancelled once the deadline has passed.</summary>
    public CancellationToken Token => _passed.Token;

    public bool HasPassed => _passed.IsCancellationRequested;

    public void Dispose()
    {
        _timer.Dispose();
        _passed.Dispose();
    }

    private void Check()
    {
        var left = _deadline.Remaining;
        if (left > TimeSpan.Zero)
        {
            _timer.Change(left < MinWait ? MinWait : left > MaxWait ? MaxWait : left, Timeout.InfiniteTimeSpan);
            return;
        }

        try
        {
            _passed.Cancel();
        }
        catch (ObjectDisposedException)
        {
            // The message has ended meanwhile.
        }
    }
}
