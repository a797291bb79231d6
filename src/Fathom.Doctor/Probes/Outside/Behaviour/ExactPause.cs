namespace Fathom.Doctor.Probes.Outside.Behaviour;

/// <summary>Pauses to within microseconds where the machine allows it: a timer's tick, 1 ms or more, would be part of what is
/// measured.</summary>
internal static class ExactPause
{
    // A timer may be late by this much; the rest is waited for on the processor.
    private const double TimerMs = 2;

    /// <summary>Waits until so long after a timestamp.</summary>
    public static async Task UntilAsync(TimeProvider time, long from, double milliseconds, CancellationToken cancellation)
    {
        var rest = milliseconds - TimerMs - time.GetElapsedTime(from).TotalMilliseconds;
        if (rest > 0)
        {
            await Task.Delay(TimeSpan.FromMilliseconds(rest), time, cancellation);
        }

        while (time.GetElapsedTime(from).TotalMilliseconds < milliseconds)
        {
            Thread.Yield();
        }
    }
}
