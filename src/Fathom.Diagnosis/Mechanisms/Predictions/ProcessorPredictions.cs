using Fathom.Diagnosis.Experiments;

namespace Fathom.Diagnosis.Mechanisms.Predictions;

/// <summary>What calls use of the server's processors, and what they leave.</summary>
internal static class ProcessorPredictions
{
    /// <summary>The share of the processors that a server keeps busy, or waits for, where calls wait for these.</summary>
    public const double BusyShare = 0.75;

    /// <summary>The share of one processor that a thread which always has another call to compute for keeps busy, at least. Measured of
    /// Redis: 0.98 to 1.02.</summary>
    public const double LeastOfThread = 0.85;

    // At the end of a burst some have nothing left to do. Medians that were measured on two processors: 0 to 0.06 where 32 calls compute,
    // 0.42 to 0.51 where they compute under a lock.
    private const double MaxIdle = 0.35;

    // One call at a time may have another program compute for it on one of two processors.
    private const double MostOfOthers = 0.6;

    /// <summary>No processor of the server's is left.</summary>
    public static Prediction ProcessorsAreFull { get; } =
        new(Contrast.IdleProcessors, double.NegativeInfinity, MaxIdle, "the processors are busy, whoever uses them");

    /// <summary>Calls that wait have nothing else compute on all processors; where there is one, who is served may have it do
    /// so.</summary>
    public static Prediction LeavesOthers(BurstFacts seen) => new(Contrast.OthersGrow, double.NegativeInfinity,
        seen.Processors == 1 ? double.PositiveInfinity : MostOfOthers, "calls that wait have nothing compute");

    /// <summary>Calls compute in the server, and no other program for them, on all of its processors.</summary>
    public static IReadOnlyList<Prediction> FillsProcessors(BurstFacts seen, double processors) =>
    [
        new(Contrast.ServerDemand, BusyShare * processors, double.PositiveInfinity, "the processors are busy"), ProcessorsAreFull,
        LeavesOthers(seen) with { Why = "calls compute in the server" },
    ];

    /// <summary>Who is let in finds a processor, unless other programs have them all.</summary>
    public static IEnumerable<Prediction> ProcessorsAreLeft(BurstFacts seen) => seen is not { Processors: { } processors, IsCrowded: false }
        ? [] : [new(Contrast.ServerDemand, double.NegativeInfinity, BusyShare * processors, "who is let in finds a processor")];

    /// <summary>Calls that wait let the server compute little.</summary>
    public static Prediction LeavesProcessors(string why) => new(Contrast.ServerBusy, double.NegativeInfinity, 0.6, why);

    /// <summary>No quota of processor time holds the server back.</summary>
    public static Prediction NotThrottled { get; } =
        new(Contrast.Throttled, double.NegativeInfinity, 0.1, "no quota holds the server back");
}
