namespace Fathom.Lab.Probes.Outside.Hangs;

/// <summary>Calls over a new connection that are given up after a time: how often does what hangs hang, and with what changed does it
/// not?</summary>
internal static class LimitedTrial
{
    /// <summary>After this time such calls are given up. What hangs for 20 s beside calls of milliseconds hangs at once.</summary>
    public static TimeSpan Limit { get; } = TimeSpan.FromSeconds(2);

    /// <summary>The calls of a trial that hung, over a new connection each time.</summary>
    /// <param name="trial">What hung.</param>
    /// <param name="segmentBytes">The largest TCP segment, bytes; null for the system's.</param>
    public static ServiceTrial Of(ServiceTrial trial, int? segmentBytes) =>
        trial with { IsLimited = true, Options = trial.Options with { SegmentBytes = segmentBytes } };

    /// <summary>Whether a trial was not given up.</summary>
    public static bool Ended(ServiceTrialResult result) => result.TotalMs < Limit.TotalMilliseconds;

    /// <summary>Runs one.</summary>
    /// <returns>The time from the start of the connection to the end of the last call, or the limit.</returns>
    /// <exception cref="ProbeException">A call failed.</exception>
    public static async Task<ServiceTrialResult> RunAsync(ProbeSession session, ServiceTrial trial, CancellationToken cancellation)
    {
        await session.ReserveAsync(trial.Calls, cancellation);
        using var limit = new CancellationTokenSource(Limit, session.Time);
        using var both = CancellationTokenSource.CreateLinkedTokenSource(cancellation, limit.Token);
        var began = session.Time.GetTimestamp();
        List<ProbeCall> calls = [];
        try
        {
            using var connection = await ProbeConnection.OpenAsync(session.Target, trial.Options, session.Time, both.Token);
            calls.AddRange(Enumerable.Range(0, trial.Calls).Select(_ => session.Start(connection, trial.IsNoOp)));
            foreach (var call in calls)
            {
                await call.Completion.WaitAsync(both.Token);
                session.Check(call);
            }
        }
        catch (Exception e) when (e is OperationCanceledException or UnansweredException && limit.IsCancellationRequested)
        {
            cancellation.ThrowIfCancellationRequested();
            return Result(Limit.TotalMilliseconds, calls);
        }

        return Result(Math.Min(Limit.TotalMilliseconds, session.Milliseconds(began, calls.Max(c => c.EndedAt))), calls);
    }

    private static ServiceTrialResult Result(double ms, List<ProbeCall> calls) => new(ms, [ms], [ms], calls, BesideTimes.None);
}
