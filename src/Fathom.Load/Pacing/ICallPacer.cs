namespace Fathom.Load.Pacing;

/// <summary>Decides when the calls of one worker start. Owned by the worker; not thread-safe. Has no clock: times are nanoseconds since the
/// start of the run.</summary>
public interface ICallPacer
{
    /// <summary>When the next call is due; <see cref="long.MaxValue"/> when there is none.</summary>
    long NextDue { get; }

    /// <summary>Whether calls follow a schedule (open loop), not the end of the calls before (closed loop).</summary>
    bool IsOpenLoop { get; }

    /// <summary>Takes a call that is due.</summary>
    /// <returns>False when none is due at <paramref name="now"/>.</returns>
    bool TryTake(long now, out CallTicket ticket);

    /// <summary>Whether the plan starts no call that is not due yet. Calls that are due can still wait to be taken.</summary>
    /// <param name="now">The time, which passes: once the answer is true, it stays so.</param>
    bool IsOver(long now);

    /// <summary>Ends the plan: no call is due any more.</summary>
    void Stop();
}
