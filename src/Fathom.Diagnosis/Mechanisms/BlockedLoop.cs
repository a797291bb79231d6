using Fathom.Diagnosis.Experiments;
using static Fathom.Diagnosis.Mechanisms.Predictions.CapacityPredictions;
using static Fathom.Diagnosis.Mechanisms.Predictions.TurnPredictions;

namespace Fathom.Diagnosis.Mechanisms;

/// <summary>Calls compute or block on the one event loop or thread that serves all connections.</summary>
internal sealed class BlockedLoop() : Mechanism("event-loop-blocked", "the one event loop, or thread, that serves all calls")
{
    private const string Held = "the loop answers nothing while it computes or blocks";

    /// <inheritdoc/>
    public override string Fix => """
        // nothing long on the event loop: another thread, or pieces that let other work in between
        const { Worker } = require('node:worker_threads');
        // in pieces
        for (const part of parts) { work(part); await new Promise(setImmediate); }
        # Python, asyncio: what blocks or computes runs on another thread
        result = await asyncio.to_thread(work, request)
        """;

    /// <inheritdoc/>
    public override string? WhyImpossible(BurstFacts seen) =>
        seen.Library is null || seen.IsNode || seen.IsCCore ? null : $"{seen.Library} serves calls on threads";

    /// <inheritdoc/>
    public override IEnumerable<Prediction> Predict(BurstFacts seen)
    {
        foreach (var prediction in FixedCapacity(seen).Concat(EachCosts(seen)).Concat(EndTogether(seen) ? [] : OffGrid(seen)))
        {
            yield return prediction;
        }

        yield return SecondCosts(seen, "a second call waits for the loop");
        yield return HalfLate;
        yield return new(Contrast.NoOpBeside, 0.2, double.PositiveInfinity, Held);
        yield return new(Contrast.NoOpBesideFew, LeastWait(seen), double.PositiveInfinity, "it waits for those that came before it");
        if (!seen.AnswersPingOutside)
        {
            yield return new(Contrast.PingBeside, 0.2, double.PositiveInfinity, Held);
        }

        yield return new(Contrast.ServerBusy, double.NegativeInfinity, 1.25, "the loop is one thread");
    }

    // A loop that is busy writes what it answered when it is free: calls then end in step with each other, at no pace of their own. Of 32
    // calls of 41 ms to grpc-js half had ended after 0.998 of their time.
    private static bool EndTogether(BurstFacts seen) => seen.EndMs[seen.EndMs.Count / 2] >= Together * seen.EndMs[^1];

    // A no-op call comes after few calls, and waits at least for the step that is under way: each call is several.
    private static double LeastWait(BurstFacts seen) => Math.Clamp(
        0.7 * (seen.StepMs - ServiceTrial.BesideAfterMs(seen.PingMs)) / (seen.CallMs + ((FewCalls.CallsOf(seen) - 1) * seen.StepMs)),
        0.05, 0.3);
}
