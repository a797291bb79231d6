using Fathom.Diagnosis.Experiments;
using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Doctor.Probes.Outside.Transfers;

/// <summary>Makes large calls after pauses, and the first on a connection: TCP forgets what it has learned of a path, and begins again with
/// a few packets.</summary>
internal sealed class PauseProbe : IServiceProbe
{
    private const string Name = "pauses";
    private const int Fresh = 2;

    // The shorter pause counts where it costs most of what the longer one costs.
    private const double MaxOfLonger = 0.8;

    private static readonly double[] Seconds = [1, 3];

    /// <inheritdoc/>
    public SkipReason? WhySkipped(ProbeSession session) => SkipReason.NotNeeded(
        PathReach.WhyNot("a reply", session.Value(ServiceQuantities.ReplyBytes), session.RoundTripMs)
            ?? PathReach.WhyNoStart(session.Value(ServiceQuantities.CallTime), session.RoundTripMs));

    /// <inheritdoc/>
    public string Describe(ProbeSession session) =>
        $"Makes a large call after pauses of {string.Join(" and ", Seconds)} s, and as the first "
        + "on new connections: does the path have to be learned again?";

    /// <inheritdoc/>
    public async Task ObserveAsync(ProbeSession session, CancellationToken cancellation)
    {
        List<double> fresh = [];
        for (var i = 0; i < Fresh; i++)
        {
            fresh.Add(await FreshAsync(session, cancellation));
        }

        session.Observe(Name, PathQuantities.FreshCallTime, fresh);
        var idle = session.Value(ServiceQuantities.CallTime);
        (double Pause, ProbeTrialResult Result)? kept = null;
        foreach (var pause in Seconds.Reverse())
        {
            var result = await TrialRunner.RunAsync(
                session, new ServiceTrial { Pause = TimeSpan.FromSeconds(pause) }, cancellation);
            if (kept is not { } longer || result.TotalMs - idle >= MaxOfLonger * (longer.Result.TotalMs - idle))
            {
                kept = (pause, result);
            }
        }

        session.Observe(Name, PathQuantities.Pause, kept!.Value.Pause);
        session.Observe(Name, PathQuantities.AfterPauseTime, kept.Value.Result.TotalMs);
        var after = TraceOf(session, kept.Value.Result.Last);
        after.Show(session, $"a reply after a pause of {FigureText.Duration(1000 * kept.Value.Pause)}");
        session.Observe(Name, PathQuantities.AfterPauseGrowing, (double)after.Growing);
    }

    // What a connection itself costs is paid by a no-op call before.
    private static async Task<double> FreshAsync(ProbeSession session, CancellationToken cancellation)
    {
        using var connection = await ProbeConnection.OpenAsync(session.Target, ProbeConnectionOptions.Default, session.Time, cancellation);
        await session.CallAsync(connection, isNoOp: true, cancellation);
        var call = await session.CallAsync(connection, isNoOp: false, cancellation);
        session.Observe(Name, LinkQuantities.GrowingRoundTrips, (double)TraceOf(session, call).Growing);
        return session.Milliseconds(call.Asked, call.EndedAt);
    }

    private static RoundTripTrace TraceOf(ProbeSession session, ProbeCall call) =>
        RoundTripTrace.Of(call.Trace, session.Time, session.RoundTripMs);
}
