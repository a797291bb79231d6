using Fathom.Diagnosis.Causes;
using Fathom.Diagnosis.Observations;
using Fathom.Records.Comparing;
using Fathom.Statistics;

namespace Fathom.Tests.Doctor.Services;

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
        BehaviourQuantities.ReplyFrames.Is(1), BehaviourQuantities.LargestMessage.Is(100),
    ];

    private static readonly Setting[] Healthy =
    [
        HangQuantities.Hangs.Is(false), ServiceQuantities.Server.Is("Kestrel"), ServiceQuantities.StreamLimit.Is(100),
        ServiceQuantities.ResolveTime.Is(0),
        ServiceQuantities.TcpTime.Is(0.1), ServiceQuantities.TlsTime.Is(3), ServiceQuantities.SettingsTime.Is(0.4),
        ServiceQuantities.FirstCallTime.Is(60), ServiceQuantities.FreshFirstCallTime.Is(2), ServiceQuantities.TcpRoundTrip.Is(0.05),
        ServiceQuantities.PingTime.Is(0.1), ServiceQuantities.NoOpTime.Is(0.2), ServiceQuantities.CallTime.Is(0.3),
        ServiceQuantities.BurstCalls.Is(32), ServiceQuantities.BurstTime.Is(4), ServiceQuantities.CallsWait.Is(false),
        ServiceQuantities.NoOpBurstTime.Is(3), ServiceQuantities.LoadedNoOp.Is(1), ServiceQuantities.LongestNoOp.Is(2),
        ServiceQuantities.ReplyBytes.Is(100),
        ServiceQuantities.PlainReplyBytes.Is(100), ServiceQuantities.PlainCallTime.Is(0.3), ServiceQuantities.QuickAckCallTime.Is(0.3),
        .. Behaving,
        TransferQuantities.ClientWindow.Is(16 << 20), PathQuantities.ConnectionWindow.Is(64 << 20), PathQuantities.TransferTime.Is(0),
        PathQuantities.ReplyMessages.Is(1), PathQuantities.RequestBytes.Is(25), PathQuantities.MetadataBytes.Is(40),
    ];

    // A reply of 1 MiB over 50 ms, which is bound by that alone.
    private static readonly Setting[] HealthyFar =
    [
        ServiceQuantities.TcpRoundTrip.Is(50), ServiceQuantities.PingTime.Is(50), ServiceQuantities.NoOpTime.Is(50.5),
        ServiceQuantities.CallTime.Is(58), ServiceQuantities.ReplyBytes.Is(1_048_576), ServiceQuantities.PlainReplyBytes.Is(1_048_576),
        ServiceQuantities.PlainCallTime.Is(58), ServiceQuantities.QuickAckCallTime.Is(58), ServiceQuantities.SmallWindowCallTime.Is(860),
        PathQuantities.TransferTime.Is(7), PathQuantities.TransferRate.Is(150), PathQuantities.LongestPause.Is(1),
        LinkQuantities.BytesPerRoundTrip.Is(1_048_581), LinkQuantities.BusyRoundTrips.Is(1), PathQuantities.EvenRoundTrips.Is(1),
        PathQuantities.BulkCalls.Is(4), PathQuantities.BulkTime.Is(75), PathQuantities.SpreadBulkTime.Is(72),
        PathQuantities.BulkRate.Is(190), PathQuantities.BulkNoOp.Is(60), PathQuantities.BulkTcp.Is(51),
        PathQuantities.OutOfOrderShare.Is(0), PathQuantities.FreshCallTime.Is(59), LinkQuantities.GrowingRoundTrips.Is(0),
        PathQuantities.Pause.Is(3), PathQuantities.AfterPauseTime.Is(58), PathQuantities.AfterPauseGrowing.Is(0),
        ServiceQuantities.BurstTime.Is(250), ServiceQuantities.NoOpBurstTime.Is(55), ServiceQuantities.LoadedNoOp.Is(60),
        ServiceQuantities.LongestNoOp.Is(70), ServiceQuantities.TcpTime.Is(50), ServiceQuantities.SettingsTime.Is(50),
        ServiceQuantities.FreshFirstCallTime.Is(60), ServiceQuantities.FirstCallTime.Is(80),
    ];

    /// <summary>A healthy service with these observations in place of its own.</summary>
    public static Evidence With(params Setting[] settings) => Of([.. Healthy, .. settings]);

    /// <summary>These observations alone; of those of one quantity the last.</summary>
    public static Evidence Of(params Setting[] settings) => new("service", new Dictionary<string, string>(),
        settings.GroupBy(s => s.Of).Select(g => g.Last()).Select(s => s.Observe(new ObservationSource.Probe("test", TimeSpan.Zero))));

    /// <summary>A healthy service with large replies, far away, with these observations in place of its own.</summary>
    public static Evidence Far(params Setting[] settings) => With(
    [
        .. HealthyFar, .. settings,
        .. settings.OfType<Setting<double>>().Where(s => s.Of == ServiceQuantities.CallTime)
            .Select(s => ServiceQuantities.QuickAckCallTime.Is(s.Value)),
    ]);

    /// <summary>Judges a supported comparison of such a service.</summary>
    public static Conclusion? Judge(Cause cause, Evidence seen, Setting change, Quantity<double> metric, double before, double after,
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
            new FactorChange("variable", "before", "after", [change.Of]), metric,
            new PairDifference(new Estimate(ratio, ratio, ratio), 0.001, supported, "") { Asks = asks }, Seed: 1));
    }
}
