using Fathom.Diagnosis.Experiments;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Mechanisms.Predictions;

/// <summary>Why a server cannot have what calls at once wait for.</summary>
internal static class Impossibility
{
    // Of the calls at once: a pool of .NET starts with as many threads as there are processors, and adds others where these are blocked.
    private const double MinThreadShare = 0.25;

    // Of the time that the first calls at once waited, each time that they were made. Who waits for what is opened holds no thread.
    private const double MinPingShare = 0.3;

    // Of the processors that a server keeps busy, or waits for, where calls wait for these: the first calls may wait for something else,
    // too. From 0.25 to 1 it rejects the truth in none of 1,800 worlds whose calls compute, and 3,491 to 3,494 of 4,305 worlds have the
    // truth named alone. A starved pool was seen with 0.007 to 0.05 of two processors.
    private const double MinOfBusy = 0.5;

    /// <summary>Why a server has no limiter before all methods; null where it may, or a proxy may have it. The gRPC libraries of others
    /// call no interceptor for a method that does not exist.</summary>
    public static string? WhyNoLimiterOfAll(BurstFacts seen)
    {
        ArgumentNullException.ThrowIfNull(seen);
        return seen.Library is null || seen.IsDotNet || seen.HasProxy ? null
            : $"{seen.Library} has no limiter before all methods";
    }

    /// <summary>What shows that the first calls at once held threads of the pool, as those do that block them, and none that awaits; null
    /// where nothing does.</summary>
    public static string? WhyThreadsWereHeld(BurstFacts seen)
    {
        ArgumentNullException.ThrowIfNull(seen);
        return seen is { IsDotNet: true, ThreadsAdded: { } added, Processors: { } processors }
                && added >= (MinThreadShare * seen.Calls) + processors
                    ? $"the server added {FigureText.Whole(added)} threads meanwhile: calls blocked those that it had"
            : seen is { AnswersPingOnPool: true, FirstPingsMs.Count: > 0 } && seen.FirstPingsMs.Min() is var ping
                && ping - seen.PingMs > MinPingShare * (seen.BurstMs - seen.CallMs)
                    ? $"PING, which needs a thread of the pool, took {FigureText.Duration(ping)} beside the first calls at once: they held "
                        + "its threads" : null;
    }

    /// <summary>What shows that processors were left to the first calls at once; null where nothing does.</summary>
    public static string? WhyProcessorsWereLeft(BurstFacts seen)
    {
        ArgumentNullException.ThrowIfNull(seen);
        return seen is { FirstDemand: { } used, Processors: { } all } && used < MinOfBusy * ProcessorPredictions.BusyShare * all
            ? $"the server used {FigureText.Number(used)} of its {FigureText.Number(all)} processors at most, or waited for them, beside "
                + "the first calls at once" : null;
    }
}
