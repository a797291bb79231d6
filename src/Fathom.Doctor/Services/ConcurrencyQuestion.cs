using Fathom.Diagnosis.Causes;
using Fathom.Diagnosis.Causes.CpuQuotaThrottling;
using Fathom.Diagnosis.Examination;
using Fathom.Diagnosis.Observations;
using Fathom.Doctor.Probes.Outside;
using Fathom.Records.Words;

namespace Fathom.Doctor.Services;

/// <summary>Asks of a live service whether its calls at once wait for each other, where nothing else that was seen explains their
/// time.</summary>
internal static class ConcurrencyQuestion
{
    // A server that stops by itself, without calls, is at work on something else. Stops that end on a grid are those of a quota, which PING
    // and no-op calls use up as well.
    private const double MaxIdleStops = 0.08;

    /// <summary>Why it is not asked, as a sentence; null where it is.</summary>
    public static string? WhyNot(ProbeSession session, Evidence seen) =>
        Reason(session, seen) is { } why ? $"Whether calls at once wait for each other: {why}." : null;

    /// <summary>What is known of the server.</summary>
    public static ServerFacts FactsOf(ProbeSession session, Evidence seen, FoundServer found) => new()
    {
        Concurrency = session.Concurrency,
        RoundTripMs = session.RoundTripMs,
        Library = seen.Find(BehaviourQuantities.Library)?.Value,
        Proxy = seen.Find(BehaviourQuantities.Proxy)?.Value,
        SpeaksOwnHttp2 = seen.Find(BehaviourQuantities.SpeaksOwnHttp2)?.Value,
        CallBytes = MessageVolume.OfCall(seen),
        StreamLimit = (int?)seen.Find(ServiceQuantities.StreamLimit)?.Value,
        Processors = found.Processors,
        OthersBefore = found.OthersBefore,
        AnswersDirectly = found.AnswersDirectly,
        HasSeveralProcesses = found.HasSeveralProcesses,
        ConnectionsDiffer = seen.Is(BehaviourQuantities.ConnectionsDiffer),
        EndsOnTicks = TickFit.EndsOnTicks(seen),
        PingStops = session.PingStops,
        WatchedMs = session.WatchedMs,
        WatchedNoOpMs = session.WatchedNoOpMs,
        AfterPauseMs = AfterPauseMs(session, seen),
    };

    // A path that has to be learned again after a pause is asked of elsewhere, where the reply is large enough for it.
    private static IReadOnlyList<double> AfterPauseMs(ProbeSession session, Evidence seen) =>
        seen.Find(PathQuantities.AfterPauseTime) is not { Value: var ms } ? [.. session.WatchedMs.Take(1)]
        : LargeTransfer.WhyNoStart(seen) is null ? [] : [.. session.WatchedMs.Take(1), ms];

    private static string? Reason(ProbeSession session, Evidence seen) =>
        session.Concurrency < 2 ? "--concurrency 1 allows one"
        : seen.Find(BehaviourQuantities.IdleStopShare) is { Value: > MaxIdleStops and var idle }
            && seen.Value(BehaviourQuantities.StopGrid) < ThrottledServer.MinGrid
            ? $"without calls the server stops {FigureText.Number(100 * idle)} % of the time"
        : LargeTransfer.TransferShare(seen) is > Screening.Most and var share
            ? $"a reply comes for {FigureText.Number(100 * share)} % of a call, and replies share the path"
        : MetadataShare(seen) is > Screening.Most and var metadata
            ? $"metadata takes {FigureText.Number(100 * metadata)} % of a call, and calls share the path"
        : CodecTime.TakesTheTime(seen)
            ? $"{FigureText.Number(100 * CodecTime.Share(seen))} % of a call is compression, which keeps processors busy"
        : MessageVolume.WhyTheyTakeTime(seen, session.Concurrency);

    private static double? MetadataShare(Evidence seen) => seen.Find(PathQuantities.BareNoOpTime) is { Value: var bare }
        ? (seen.Value(ServiceQuantities.NoOpTime) - bare) / seen.Value(ServiceQuantities.CallTime) : null;
}
