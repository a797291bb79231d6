using Fathom.Diagnosis.Experiments;
using Fathom.Records.Words;
using static Fathom.Diagnosis.Mechanisms.Predictions.BesidePredictions;
using static Fathom.Diagnosis.Mechanisms.Predictions.CapacityPredictions;
using static Fathom.Diagnosis.Mechanisms.Predictions.ProcessorPredictions;
using static Fathom.Diagnosis.Mechanisms.Predictions.TurnPredictions;

namespace Fathom.Diagnosis.Mechanisms;

/// <summary>Calls block the threads of a pool, so that everything else waits for a thread; a pool of .NET grows while that lasts.</summary>
internal sealed class StarvedPool() : Mechanism("thread-pool-starvation", "threads of a pool that calls block")
{
    // Of the time that calls at once wait. Measured of Kestrel, whose calls block for 50 to 200 ms: 0.5 to 1.
    private const double MinPingShare = 0.05;

    // One no-op call may come before the calls, and the next one a round trip later.
    private const double MinNoOpsWithin = 2;

    /// <inheritdoc/>
    public override string Fix => """
        // await in place of blocking: no .Result, .Wait() or lock around a call
        public override async Task<Reply> Get(Request request, ServerCallContext context) =>
            await store.FindAsync(request.Id, context.CancellationToken);
        // stopgap, at start-up: at least one thread for each blocked call
        ThreadPool.SetMinThreads(workerThreads: 200, completionPortThreads: 200);
        """;

    /// <inheritdoc/>
    public override string? WhyImpossible(BurstFacts seen) => seen.IsNode || seen.IsGo ? "no pool of threads serves calls"
        : seen is { AnswersPingOnPool: true, FirstPingsMs.Count: > 0 } && seen.FirstPingsMs.Max() is var ping
            && ping - seen.PingMs < MinPingShare * (seen.BurstMs - seen.CallMs)
                ? $"PING, which needs a thread of the pool, took {FigureText.Duration(ping)} at most beside the first calls at once" : null;

    /// <inheritdoc/>
    public override IEnumerable<Prediction> Predict(BurstFacts seen)
    {
        yield return NotThrottled;
        yield return OneLasts;
        yield return PingIsFree;
        if (seen.Processors is >= 2 || !seen.IsDotNet)
        {
            yield return SecondIsFree("a second call has a thread of its own");
        }

        if (PingWaitsAlike(seen) is { } ping)
        {
            yield return ping;
        }

        if (seen.IsCCore)
        {
            foreach (var prediction in KeepsItsSize(seen))
            {
                yield return prediction;
            }
        }

        yield return NoCredit;
        yield return new(Contrast.FourConnections, 0.7, 1.45, "it is the server's, not the connection's");
        yield return new(Contrast.OthersBeside, 0.2, double.PositiveInfinity, "everything else waits for a thread, too");
        if (seen.OwnMs > MinNoOpsWithin * seen.NoOpMs)
        {
            yield return new(Contrast.NoOpBesideFew, 0.15, double.PositiveInfinity, "all threads are blocked");
        }

        yield return LeavesProcessors("who blocks computes nothing");
        if (seen.NoOpBurstMs > 2 * seen.NoOpMs)
        {
            // Not once the pool has grown.
            yield return new(Contrast.NoOpsBesideCalls, 1.25, double.PositiveInfinity, "no-op calls wait for a thread, too")
            {
                IsOptional = seen.IsDotNet,
            };
        }

        if (seen.IsDotNet)
        {
            // It shrinks again after a while: then they take as long as at first.
            yield return new(Contrast.LaterBursts, double.NegativeInfinity, 0.5, "the pool has grown since") { IsOptional = true };
            yield return new(Contrast.LaterCalls, double.NegativeInfinity, 0.85, "the pool grows meanwhile");
        }
    }

    // That of .NET grows.
    private static IEnumerable<Prediction> KeepsItsSize(BurstFacts seen) =>
        [Repeats, Lasts, Steady, WaitsInRow, .. OffGrid(seen)];
}
