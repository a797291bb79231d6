namespace Fathom.TestKit;

/// <summary>A clock that runs faster than the system's by a whole factor: time-outs of half a minute pass in seconds.</summary>
/// <param name="times">The factor, from 1.</param>
public sealed class FastTime(int times) : TimeProvider
{
    private readonly long _began = System.GetTimestamp();

    /// <inheritdoc/>
    public override long TimestampFrequency => System.TimestampFrequency;

    /// <inheritdoc/>
    public override long GetTimestamp() => _began + (times * (System.GetTimestamp() - _began));

    /// <inheritdoc/>
    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
        new FastTimer(System.CreateTimer(callback, state, Real(dueTime), Real(period)), this);

    private TimeSpan Real(TimeSpan time) => time == Timeout.InfiniteTimeSpan ? time : time / times;

    private sealed class FastTimer(ITimer timer, FastTime time) : ITimer
    {
        public bool Change(TimeSpan dueTime, TimeSpan period) => timer.Change(time.Real(dueTime), time.Real(period));

        public void Dispose() => timer.Dispose();

        public ValueTask DisposeAsync() => timer.DisposeAsync();
    }
}
