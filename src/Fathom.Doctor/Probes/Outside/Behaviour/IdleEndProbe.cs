using Fathom.Diagnosis.Observations;

namespace Fathom.Doctor.Probes.Outside.Behaviour;

/// <summary>Looks at what became of the connection without calls, and of the one of the same age with calls.</summary>
internal sealed class IdleEndProbe : IServiceProbe
{
    private const string Name = "idle";

    // Connections that were left for less were not idle.
    private const double MinMs = 8_000;

    // What many servers, balancers and clients have as a limit is a minute; it is waited for where there is this much more time.
    private static readonly TimeSpan Minute = TimeSpan.FromSeconds(65);
    private static readonly TimeSpan Spare = TimeSpan.FromSeconds(45);

    /// <inheritdoc/>
    public string Describe(ProbeSession session) => "Looks at the connection that had no calls, and at the one that had: are they alive?";

    /// <inheritdoc/>
    public async Task ObserveAsync(ProbeSession session, CancellationToken cancellation)
    {
        var pair = session.Idle!;
        var goal = session.Left > Minute + Spare ? Minute.TotalMilliseconds : MinMs;
        var left = goal - session.Milliseconds(pair.Since, session.Time.GetTimestamp());
        if (left > 0 && pair.Idle.Ended is null)
        {
            await Task.Delay(TimeSpan.FromMilliseconds(left), session.Time, cancellation);
        }

        // Before the call, which would begin a new time without calls.
        var looked = session.Time.GetTimestamp();
        var answers = pair.Idle.Ended is null && await pair.AnswersAsync(pair.Idle, cancellation);
        var isEnded = pair.Idle.Ended is not null;
        session.Observe(Name, BehaviourQuantities.IdleTime, session.Milliseconds(pair.Since, isEnded ? pair.Idle.EndedAt : looked));
        if (!answers)
        {
            session.Observe(Name, BehaviourQuantities.IdleEnd, pair.Idle.Ended ?? "nothing answers on it any more");
        }

        session.Observe(Name, BehaviourQuantities.UsedLives, pair.Used.Ended is null && await pair.AnswersAsync(pair.Used, cancellation));
        if (pair.Used.Ended is { } end)
        {
            session.Observe(Name, BehaviourQuantities.UsedTime, session.Milliseconds(pair.Since, pair.Used.EndedAt));
            session.Observe(Name, BehaviourQuantities.UsedEnd, end);
        }
    }
}
