namespace Fathom.TestKit;

/// <summary>A clock that moves when told to; timers fire on the thread that moves it.</summary>
public sealed class VirtualTime : TimeProvider
{
    private readonly Lock _lock = new();
    private readonly List<VirtualTimer> _timers = [];
    private TimeSpan _now;

    /// <summary>A clock that starts in 1970.</summary>
    public VirtualTime()
    {
    }

    /// <summary>A clock that starts at another time.</summary>
    /// <param name="start">When, after the start of 1970.</param>
    public VirtualTime(TimeSpan start) => _now = start;

    /// <summary>A start in the present, in 2024, for what cannot be dated in 1970, such as certificates.</summary>
    public static TimeSpan Present { get; } = TimeSpan.FromDays(20_000);

    /// <inheritdoc/>
    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    /// <summary>Timers that are set.</summary>
    public int Pending
    {
        get
        {
            lock (_lock)
            {
                return _timers.Count(timer => timer.Due is not null);
            }
        }
    }

    /// <inheritdoc/>
    public override long GetTimestamp() => _now.Ticks;

    /// <inheritdoc/>
    public override DateTimeOffset GetUtcNow() => DateTimeOffset.UnixEpoch + _now;

    /// <inheritdoc/>
    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var timer = new VirtualTimer(this, callback, state);
        lock (_lock)
        {
            _timers.Add(timer);
        }

        timer.Change(dueTime, period);
        return timer;
    }

    /// <summary>Moves the clock and fires what has become due, in order.</summary>
    public void Advance(TimeSpan by)
    {
        var until = _now + by;
        while (NextDue(until) is var (timer, due))
        {
            _now = due > _now ? due : _now;
            timer.Fire();
        }

        _now = until;
    }

    // When it is due is read once: another thread may stop it meanwhile.
    private (VirtualTimer Timer, TimeSpan Due)? NextDue(TimeSpan until)
    {
        lock (_lock)
        {
            (VirtualTimer, TimeSpan Due)? next = null;
            foreach (var timer in _timers)
            {
                if (timer.Due is { } due && due <= until && !(next?.Due <= due))
                {
                    next = (timer, due);
                }
            }

            return next;
        }
    }

    private sealed class VirtualTimer(VirtualTime time, TimerCallback callback, object? state) : ITimer
    {
        public TimeSpan? Due { get; private set; }

        public bool Change(TimeSpan dueTime, TimeSpan period)
        {
            Due = dueTime == Timeout.InfiniteTimeSpan ? null : time._now + dueTime;
            return true;
        }

        public void Fire()
        {
            Due = null;
            callback(state);
        }

        public void Dispose() => Due = null;

        public ValueTask DisposeAsync()
        {
            Dispose();
            return ValueTask.CompletedTask;
        }
    }
}
