namespace Fathom.Load.Grpc.Workers;

/// <summary>How long a run waits for the calls that are in flight when its plan is over: their deadline or the time of their streams, or
/// ten seconds, after the last of them started. Pure; times are nanoseconds since the start of the run.</summary>
/// <param name="timeout">After this time calls are ended anyway; <see cref="long.MaxValue"/> for never.</param>
internal sealed class Straggler(long timeout)
{
    private const long Patience = 10_000_000_000;
    private const long Hurry = 1_000_000_000;

    private long _hurried = long.MaxValue;
    private long _over = long.MaxValue;
    private long _lastStart;

    /// <summary>When waiting ends; <see cref="long.MaxValue"/> while the plan goes on.</summary>
    public long End => _over == long.MaxValue ? long.MaxValue
        : Math.Min(_hurried, Math.Max(_over, _lastStart) + (timeout == long.MaxValue ? Patience : timeout + Hurry));

    /// <summary>The run is interrupted: a second is enough.</summary>
    public void HurryFrom(long now) => _hurried = Math.Min(_hurried, now + Hurry);

    /// <summary>A call started.</summary>
    public void OnStarted(long now) => _lastStart = now;

    /// <summary>The plan is over: whether the calls in flight have had their time.</summary>
    public bool IsOver(long now)
    {
        _over = Math.Min(_over, now);
        return now >= End;
    }
}
