namespace Fathom.Transport.Calls;

/// <summary>The time at which a call ends with DeadlineExceeded, on the monotonic clock of a <see cref="TimeProvider"/>.</summary>
public readonly record struct Deadline
{
    private readonly TimeProvider _time;
    private readonly long _start;
    private readonly TimeSpan _timeout;

    private Deadline(TimeSpan timeout, TimeProvider time)
    {
        _time = time;
        _start = time.GetTimestamp();
        _timeout = timeout;
    }

    /// <summary>Time left; zero or negative after the deadline. <see cref="TimeSpan.Zero"/> for the default value.</summary>
    public TimeSpan Remaining => _time is null ? TimeSpan.Zero : _timeout - _time.GetElapsedTime(_start);

    /// <summary>Creates a deadline <paramref name="timeout"/> from now. Zero or less has passed already.</summary>
    /// <param name="timeout">Maximum duration of the call.</param>
    /// <param name="time">The clock; null is the system clock.</param>
    public static Deadline After(TimeSpan timeout, TimeProvider? time = null) => new(timeout, time ?? TimeProvider.System);
}
