namespace Fathom.Transport.Calls;

/// <summary>The point in time at which a call is given up, on the monotonic clock of a <see cref="TimeProvider"/>.</summary>
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

    /// <summary>What is left; zero or less once the deadline has passed. <see cref="TimeSpan.Zero"/> for the default value.</summary>
    public TimeSpan Remaining => _time is null ? TimeSpan.Zero : _timeout - _time.GetElapsedTime(_start);

    /// <summary>The deadline <paramref name="timeout"/> from now; zero or less has passed already.</summary>
    /// <param name="timeout">How long the call may take.</param>
    /// <param name="time">The clock; the system's when null.</param>
    public static Deadline After(TimeSpan timeout, TimeProvider? time = null) => new(timeout, time ?? TimeProvider.System);
}
