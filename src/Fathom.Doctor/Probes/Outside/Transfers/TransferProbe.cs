using Fathom.Diagnosis.Experiments;
using Fathom.Diagnosis.Observations;

namespace Fathom.Doctor.Probes.Outside.Transfers;

/// <summary>
/// Makes large calls at once, on one connection and on one each, while TCP, PING and no-op calls are timed beside them: more streams help a
/// stream's window alone, more connections a connection's window and lost packets as well, and nothing helps a full link.
/// </summary>
internal sealed class TransferProbe : IServiceProbe
{
    private const string Name = "transfer";

    // Large calls at once, fewer where one takes long.
    private const int Most = 4;
    private const double LongestMs = 3_000;

    /// <summary>A connection whose window no replies at once fill.</summary>
    public static ProbeConnectionOptions Lifted { get; } = new() { ConnectionWindow = ProbeConnectionOptions.LargeConnectionWindow };

    /// <inheritdoc/>
    public SkipReason? WhySkipped(ProbeSession session) => SkipReason.NotNeeded(PathReach.WhyNoReply(session.Seen));

    /// <inheritdoc/>
    public string Describe(ProbeSession session) => $"Makes {CallsOf(session)} large calls at once, on one connection and on as many: do a "
        + "window, lost packets or the link's rate set their time, and what happens to others meanwhile?";

    /// <inheritdoc/>
    public async Task ObserveAsync(ProbeSession session, CancellationToken cancellation)
    {
        var calls = CallsOf(session);
        var bulk = new ServiceTrial { Calls = calls, AtOnce = calls, IsWatched = true, TimesTcp = true };
        var one = (await session.RentAsync(bulk.Options, 1, cancellation))[0];
        var before = one.PacketsIn;
        var together = await TrialRunner.RunAsync(session, bulk, cancellation);
        session.Observe(Name, PathQuantities.BulkCalls, (double)calls);
        session.Observe(Name, PathQuantities.BulkTime, together.TotalMs);
        session.Observe(Name, PathQuantities.BulkNoOp, together.Beside.NoOps.Max());
        session.ObserveKnown(Name, PathQuantities.BulkTcp, together.Beside.Tcp);
        if (before is { } from && one.PacketsIn is { } to && to.All > from.All)
        {
            session.Observe(Name, PathQuantities.OutOfOrderShare, (to.OutOfOrder - from.OutOfOrder) / (double)(to.All - from.All));
        }

        var spread = await TrialRunner.RunAsync(session, bulk with { Connections = calls, IsWatched = false }, cancellation);
        session.Observe(Name, PathQuantities.SpreadBulkTime, spread.TotalMs);
        session.Observe(Name, PathQuantities.BulkRate, RateOf(session, spread.Calls));
        if (session.Target.ConnectionWindow < ProbeConnectionOptions.LargeConnectionWindow)
        {
            var lifted = await TrialRunner.RunAsync(session, bulk with { Options = Lifted, IsWatched = false }, cancellation);
            session.Observe(Name, PathQuantities.LiftedBulkTime, lifted.TotalMs);
        }
    }

    private static int CallsOf(ProbeSession session) =>
        (int)Math.Clamp(LongestMs / session.Value(ServiceQuantities.CallTime), 2, Math.Clamp(session.Concurrency, 2, Most));

    // From the first byte of any reply to the last of all.
    private static double RateOf(ProbeSession session, IReadOnlyList<ProbeCall> calls)
    {
        var (from, to) = (calls.Min(c => c.Trace[0].At), calls.Max(c => c.Trace[^1].At));
        return calls.Sum(c => c.Reply.Bytes) / Math.Max(session.Milliseconds(from, to), double.Epsilon) / 1000;
    }
}
