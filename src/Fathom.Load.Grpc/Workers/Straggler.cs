namespace Fathom.Load.Grpc.Workers;

/// <summary>How long a run waits for the calls that are in flight when no more are due: their deadline, or ten seconds. Pure; times are
/// nanoseconds since the start of the run.</summary>
/// <param name="timeout">The timeout of calls; <see cref="long.MaxValue"/> for none.</param>
internal sealed class Straggler(long timeout)
{
    private const long Patience = 10_000_000_000;
    private const long Hurry = 1_000_000_000;

    /// <summary>When waiting ends; <see cref="long.MaxValue"/> while calls are due.</summary>
    public long End { get; private set; } = long.MaxValue;

    /// <summary>The run is interrupted: a second is enough.</summary>
    public void HurryFrom(long now) => End = Math.Min(End, now + Hurry);

    /// <summary>No more calls are due: whether those in flight have had their time.</summary>
    public bool IsOver(long now)
    {
        if (End == long.MaxValue)
        {
            End = now + (timeout == long.MaxValue ? Patience : timeout + Hurry);
        }

        return now >= End;
    }
}
