using Fathom.Diagnosis.Experiments;
using Fathom.Diagnosis.Observations;

namespace Fathom.Doctor.Probes.Outside.Hangs;

/// <summary>
/// Calls the method until its unread requests have taken all credit of a connection, then looks how long the request of one more call waits
/// before it may begin: on that connection, or on one of its own.
/// </summary>
internal static class ExhaustedWindow
{
    private const string Name = "held-credit";

    /// <summary>Credit that comes back within this time is that of a server that reads.</summary>
    public static readonly TimeSpan Quiet = TimeSpan.FromMilliseconds(200);

    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(20);

    /// <summary>Runs one trial.</summary>
    /// <returns>The time until the request begins to go out, or the limit.</returns>
    public static async Task<ProbeTrialResult> RunAsync(ProbeSession session, ServiceTrial trial, CancellationToken cancellation)
    {
        using var held = await ProbeConnection.OpenAsync(session.Target, trial.Options, session.Time, cancellation);
        using var own = await ProbeConnection.OpenAsync(session.Target, trial.Options, session.Time, cancellation);
        var calls = await FillAsync(session, held, cancellation);
        if (calls is null)
        {
            // The server reads: the request begins at once, as on any connection.
            return ProbeTrialResult.OfTime(0);
        }

        session.Observe(Name, HangQuantities.HoldingCalls, (double)calls.Count);
        session.Observe(Name, HangQuantities.HeldBytes, (double)calls.Sum(c => session.RequestBytes - c.Rest.Length));
        await session.ReserveAsync(1, cancellation);
        var call = session.Start(trial.Holding == CreditHolding.SameConnection ? held : own, isNoOp: false);
        var begun = call.Sending.Begun;
        await ((Task)begun).WaitAsync(LimitedTrial.Least, session.Time, cancellation)
            .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        cancellation.ThrowIfCancellationRequested();
        return begun.IsCompleted
            ? ProbeTrialResult.OfTime(session.Milliseconds(call.Asked, await begun)) : ProbeTrialResult.GivenUp(LimitedTrial.Least);
    }

    // Null where as many calls as may be in flight leave credit.
    private static async Task<List<ProbeCall>?> FillAsync(
        ProbeSession session, ProbeConnection connection, CancellationToken cancellation)
    {
        List<ProbeCall> calls = [];
        while (calls.Count < session.Concurrency)
        {
            await session.ReserveAsync(1, cancellation);
            calls.Add(session.Start(connection, isNoOp: false));
            if (await StaysUsedUpAsync(session, connection, cancellation))
            {
                return calls;
            }
        }

        return null;
    }

    private static async Task<bool> StaysUsedUpAsync(ProbeSession session, ProbeConnection connection, CancellationToken cancellation)
    {
        var since = session.Time.GetTimestamp();
        while (connection.Credit <= 0)
        {
            if (session.Time.GetElapsedTime(since) >= Quiet)
            {
                return true;
            }

            await Task.Delay(Look, session.Time, cancellation);
        }

        return false;
    }
}
