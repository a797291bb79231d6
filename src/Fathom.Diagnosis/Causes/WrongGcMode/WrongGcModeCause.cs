using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.WrongGcMode;

/// <summary>
/// <c>wrong-gc-mode</c>: a program of many threads has the workstation collector, which collects one heap of all of them with one thread
/// while they stand. Proven by the server collector; visible in the pauses of a process that would use several processors.
/// </summary>
public sealed class WrongGcModeCause() : Cause(Name, provenBy: [WatchQuantities.CollectorMode])
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "wrong-gc-mode";

    // Threads that could run, of which each is stopped by the collections that the others cause.
    private const double MinBusy = 1.3;

    // Threads that make objects also wait for each other at the one heap, between its pauses: a program that pauses stopped for 9.93 % of
    // the time ran 1.48 times as fast with the server collector.
    private const double MinPauses = 0.05;

    private const string Fix = """
        <!-- in the project: a heap for each processor, collected by all of them together -->
        <ServerGarbageCollection>true</ServerGarbageCollection>
        <ConcurrentGarbageCollection>true</ConcurrentGarbageCollection>
        """;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredInStudy => RequiredFromWatch;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredFromWatch =>
    [
        WatchQuantities.IsServerCollector, WatchQuantities.PauseTime, WatchQuantities.Collections, WatchQuantities.Watched,
        WatchQuantities.CpuTime, ProcessQuantities.Processors,
    ];

    /// <inheritdoc/>
    protected override Screening? ScreenProcess(Evidence seen)
    {
        if (seen.Is(WatchQuantities.IsServerCollector))
        {
            return Screening.RuleOut("it has the server collector");
        }

        var (share, busy) = (ShareOf(seen), BusyOf(seen));
        var figures = $"the workstation collector stopped all threads for {FigureText.Number(100 * share)} % of the time, and they would "
            + $"use {FigureText.Number(busy)} of {FigureText.Whole(seen.Value(ProcessQuantities.Processors))} processors";
        return share < MinPauses || busy < MinBusy || seen.Value(ProcessQuantities.Processors) < 2
            ? Screening.RuleOut(figures)
            : Screening.Suspected(share, figures, Fix, "the server collector: DOTNET_gcServer=1");
    }

    /// <inheritdoc/>
    protected override Conclusion? Prove(Comparison comparison)
    {
        var (before, after) = (comparison.Baseline, comparison.Counterfactual);
        if (ShareOf(before) < MinPauses || BusyOf(before) < MinBusy
            || after.Find(WatchQuantities.PauseTime) is not { Value: var paused } || paused >= before.Value(WatchQuantities.PauseTime))
        {
            return null;
        }

        return new Conclusion(
            $"The workstation collector holds the program's threads up: {FigureText.Duration(comparison.Before)}, and "
                + $"{FigureText.Duration(comparison.After)} with the server collector and nothing else changed; its pauses add up to "
                + $"{FigureText.Duration(before.Value(WatchQuantities.PauseTime))} and {FigureText.Duration(paused)}.", Fix);
    }

    private static double ShareOf(Evidence seen) => seen.Value(WatchQuantities.PauseTime) / seen.Value(WatchQuantities.Watched);

    // Threads that are stopped use nothing: between pauses they use more. On a busy machine they wait for processors.
    private static double BusyOf(Evidence seen)
    {
        var running = Math.Max(1, seen.Value(WatchQuantities.Watched) - seen.Value(WatchQuantities.PauseTime));
        var wanted = seen.Value(WatchQuantities.CpuTime) + (seen.Find(WatchQuantities.RunDelay)?.Value ?? 0);
        return Math.Max(0, wanted - seen.Value(WatchQuantities.PauseTime)) / running;
    }
}
