using Fathom.Diagnosis.Causes;
using Fathom.Diagnosis.Observations;
using Fathom.Doctor.Interventions;
using Fathom.Records.Comparing;
using Fathom.Statistics;

namespace Fathom.Tests.Diagnosis.Causes.Programs;

/// <summary>Makes up what was seen of a watched program: a healthy client, but for what a test replaces.</summary>
internal static class ProgramEvidence
{
    private static readonly Setting[] Healthy =
    [
        WatchQuantities.Watched.Is(4000), WatchQuantities.CpuTime.Is(800), WatchQuantities.RunDelay.Is(100),
        ProcessQuantities.Processors.Is(2), CallQuantities.Calls.Is(200), WatchQuantities.Exchanges.Is(200),
        CallQuantities.ConnectionsOpened.Is(1), WatchQuantities.MaxCallsAtOnce.Is(20), WatchQuantities.CallShare.Is(0.9),
        WatchQuantities.MeanCallTime.Is(18),
        WatchQuantities.BytesReceived.Is(20_000), WatchQuantities.ProxyTime.Is(0), WatchQuantities.SetupShare.Is(0.01),
        ServiceQuantities.ResolveTime.Is(0), ServiceQuantities.TcpTime.Is(0.2), ServiceQuantities.TlsTime.Is(0),
        WatchQuantities.QueuedShare.Is(0), WatchQuantities.UnendedCalls.Is(0), WatchQuantities.CallsUnderWay.Is(20),
        WatchQuantities.StuckShare.Is(0), WatchQuantities.Reconnections.Is(0), WatchQuantities.CompileTime.Is(400),
        WatchQuantities.MethodsCompiled.Is(2000),
        WatchQuantities.IsServerCollector.Is(false), WatchQuantities.PauseTime.Is(20), WatchQuantities.LongestPause.Is(5),
        WatchQuantities.Collections.Is(10), WatchQuantities.ReflectionShare.Is(0), WatchQuantities.Targets.Is("127.0.0.1:5001"),
    ];

    /// <summary>A healthy program with these observations in place of its own.</summary>
    public static Evidence With(params Setting[] settings) => new("program", new Dictionary<string, string>(),
        Healthy.Concat(settings).GroupBy(s => s.Of).Select(g => g.Last())
            .Select(s => s.Observe(new ObservationSource.Probe("test", TimeSpan.Zero))));

    /// <summary>What a cause says of such a program.</summary>
    public static Screening Screened(this Cause cause, params Setting[] settings) => cause.Screen(With(settings)).ShouldNotBeNull();

    /// <summary>Judges a supported comparison of such a program with the same under a change, where the first side is the slower.</summary>
    public static Conclusion? Judge(Cause cause, Setting[] seen, Setting[] seenAfter, double slower, double faster, Setting change)
    {
        Evidence Side(Setting[] settings, double wall) => With([.. settings, CallQuantities.WallTime.Is(wall)]);
        var ratio = slower / faster;
        return cause.JudgeProgram(new Comparison(Side(seen, slower), Side(seenAfter, faster),
            new FactorChange("factor", "as it is", "changed", [change.Of]), CallQuantities.WallTime,
            new PairDifference(new Estimate(ratio, 0.95 * ratio, 1.05 * ratio), 0.004, true, ""), Seed: 1));
    }

    /// <summary>The changes that would be tried for a cause of such a program, as users write them.</summary>
    public static IEnumerable<string> Tried(Cause cause, params Setting[] settings) =>
        InterventionCatalog.Changing(cause.ProvenBy, With(settings)).Select(i => $"{i}");
}
