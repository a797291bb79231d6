using Fathom.Diagnosis.Experiments;

namespace Fathom.Diagnosis.Mechanisms;

/// <summary>Calls compute on the one event loop that serves all connections.</summary>
internal sealed class BlockedLoop : Mechanism
{
    /// <inheritdoc/>
    public override string Cause => "event-loop-blocked";

    /// <inheritdoc/>
    public override string Name => "the event loop on which calls compute";

    /// <inheritdoc/>
    public override string Fix => """
        // nothing long on the event loop: another thread, or pieces that let other work in between
        const { Worker } = require('node:worker_threads');
        // in pieces
        for (const part of parts) { work(part); await new Promise(setImmediate); }
        """;

    /// <inheritdoc/>
    public override string? WhyImpossible(BurstFacts seen) =>
        seen.Library is null || seen.IsNode ? null : $"{seen.Library} serves calls on threads";

    /// <inheritdoc/>
    public override IEnumerable<Prediction> Predict(BurstFacts seen)
    {
        foreach (var prediction in FixedCapacity)
        {
            yield return prediction;
        }

        yield return SecondCosts(seen, "a second call waits for the loop");
        yield return HalfLate;
        yield return new(Contrast.NoOpBeside, 0.2, double.PositiveInfinity, "the loop answers nothing while it computes");
        if (!seen.AnswersPingOutside)
        {
            yield return new(Contrast.PingBeside, 0.2, double.PositiveInfinity, "the loop answers nothing while it computes");
        }

        yield return new(Contrast.ServerBusy, 0.6, 1.25, "the loop is one thread");
    }
}
