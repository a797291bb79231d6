using Fathom.Diagnosis.Experiments;

namespace Fathom.Doctor.Probes.Outside.Hangs;

/// <summary>Calls over a new connection that are given up after a time: how often does what hangs hang, and with what changed does it
/// not?</summary>
internal static class LimitedTrial
{
    /// <summary>The least time after which such calls are given up: what hung for 20 s, and takes milliseconds with small segments, does
    /// not end a second later.</summary>
    public static TimeSpan Least { get; } = TimeSpan.FromSeconds(2);

    /// <summary>The calls of a trial that hung, over a new connection each time.</summary>
    /// <param name="trial">What hung.</param>
    /// <param name="segmentBytes">The largest TCP segment, bytes; null for the system's.</param>
    /// <param name="limit">After this time they are given up.</param>
    public static ServiceTrial Of(ServiceTrial trial, int? segmentBytes, TimeSpan limit) =>
        trial with { GivenUpAfter = limit, Options = trial.Options with { SegmentBytes = segmentBytes } };

    /// <summary>After which time the same is given up that took so long once.</summary>
    public static TimeSpan LimitFor(double ms) => TimeSpan.FromMilliseconds(Math.Max(Least.TotalMilliseconds, Math.Ceiling(2 * ms)));

    /// <summary>Runs one.</summary>
    /// <returns>The time from the start of the connection to the end of the last call, or the limit.</returns>
    /// <exception cref="ProbeException">A call failed.</exception>
    public static async Task<ProbeTrialResult> RunAsync(
        ProbeSession session, ServiceTrial trial, TimeSpan after, CancellationToken cancellation)
    {
        await session.ReserveAsync(trial.Calls, cancellation);
        using var limit = new CancellationTokenSource(after, session.Time);
        using var both = CancellationTokenSource.CreateLinkedTokenSource(cancellation, limit.Token);
        var began = session.Time.GetTimestamp();
        try
        {
            using var connection = await ProbeConnection.OpenAsync(session.Target, trial.Options, session.Time, both.Token);
            List<ProbeCall> calls = [.. Enumerable.Range(0, trial.Calls).Select(_ => session.Start(connection, trial.IsNoOp))];
            foreach (var call in calls)
            {
                await call.Completion.WaitAsync(both.Token);
                session.Check(call);
            }

            return ProbeTrialResult.OfTime(session.Milliseconds(began, calls.Max(c => c.EndedAt)));
        }
        catch (Exception e) when (e is OperationCanceledException or UnansweredException)
        {
            cancellation.ThrowIfCancellationRequested();
            return ProbeTrialResult.GivenUp(after);
        }
    }
}
