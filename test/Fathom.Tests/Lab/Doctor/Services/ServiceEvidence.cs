using Fathom.Lab.Causes;
using Fathom.Lab.Observations;
using Fathom.Statistics;

namespace Fathom.Tests.Lab.Doctor.Services;

/// <summary>Makes up what probes observed of a service from outside: a healthy one, but for what a test replaces.</summary>
internal static class ServiceEvidence
{
    private static readonly Setting[] Behaving =
    [
        BehaviourQuantities.NoOpBesideOne.Is(0.3), BehaviourQuantities.PingBesideOne.Is(0.2), BehaviourQuantities.TcpBesideOne.Is(0.1),
        BehaviourQuantities.IdleStops.Is(0), BehaviourQuantities.IdleStopShare.Is(0), BehaviourQuantities.LoadedStops.Is(0),
        BehaviourQuantities.LoadedStopShare.Is(0), BehaviourQuantities.LongestStop.Is(0), BehaviourQuantities.StopGrid.Is(0),
        BehaviourQuantities.ComparedConnections.Is(8), BehaviourQuantities.SlowConnections.Is(1),
        BehaviourQuantities.SlowConnectionTime.Is(0.4), BehaviourQuantities.FastConnectionTime.Is(0.3),
        BehaviourQuantities.ConnectionsDiffer.Is(false), BehaviourQuantities.IdleTime.Is(20_000), BehaviourQuantities.UsedLives.Is(true),
        BehaviourQuantities.ReplyMessages.Is(1), BehaviourQuantities.ReplyFrames.Is(1), BehaviourQuantities.LargestMessage.Is(100),
    ];

    private static readonly Setting[] Healthy =
    [
        ServiceQuantities.Server.Is("Kestrel"), ServiceQuantities.StreamLimit.Is(100), ServiceQuantities.ResolveTime.Is(0),
        ServiceQuantities.TcpTime.Is(0.1), ServiceQuantities.TlsTime.Is(3), ServiceQuantities.SettingsTime.Is(0.4),
        ServiceQuantities.FirstCallTime.Is(60), ServiceQuantities.FreshFirstCallTime.Is(2), ServiceQuantities.TcpRoundTrip.Is(0.05),
        ServiceQuantities.PingTime.Is(0.1), ServiceQuantities.NoOpTime.Is(0.2), ServiceQuantities.CallTime.Is(0.3),
        ServiceQuantities.BurstCalls.Is(32), ServiceQuantities.BurstTime.Is(4), ServiceQuantities.BurstTail.Is(0.4),
        ServiceQuantities.NoOpBurstTime.Is(3), ServiceQuantities.SpreadBurstTime.Is(4), ServiceQuantities.LoadedPing.Is(1),
        ServiceQuantities.LoadedNoOp.Is(1), ServiceQuantities.LongestNoOp.Is(2), ServiceQuantities.LoadedTcp.Is(0.1),
        ServiceQuantities.ReplyBytes.Is(100),
        ServiceQuantities.PlainReplyBytes.Is(100), ServiceQuantities.PlainCallTime.Is(0.3), ServiceQuantities.QuickAckCallTime.Is(0.3),
        .. Behaving,
    ];

    /// <summary>A healthy service with these observations in place of its own.</summary>
    public static Evidence With(params Setting[] settings) => new("service", new Dictionary<string, string>(),
        Healthy.Where(h => settings.All(s => s.Of != h.Of)).Concat(settings)
            .Select(s => s.Observe(new ObservationSource.Probe("test", TimeSpan.Zero))));

    /// <summary>Judges a supported comparison of such a service.</summary>
    public static Diagnosis? Judge(Cause cause, Evidence seen, Setting change, Quantity<double> metric, double before, double after,
        ComparisonQuestion asks = ComparisonQuestion.Difference, bool supported = true)
    {
        Evidence Side(double value, Setting? set)
        {
            Setting[] own = set is null ? [metric.Is(value)] : [metric.Is(value), set];
            return new Evidence("side", new Dictionary<string, string>(),
            [
                .. seen.All.Where(o => own.All(s => s.Of != o.Of)),
                .. own.Select(s => s.Observe(new ObservationSource.Replicates("test"))),
            ]);
        }

        var ratio = before / after;
        return cause.JudgeService(new Comparison(Side(before, null), Side(after, change),
            new Change("variable", "before", "after", [change.Of]), metric,
            new PairDifference(new Estimate(ratio, ratio, ratio), 0.001, supported, "") { Asks = asks }, Seed: 1));
    }
}
