using Fathom.Diagnosis.Experiments;

namespace Fathom.Diagnosis.Mechanisms;

/// <summary>One place that calls take in turn: a lock, a gate of one, one connection to what is behind the method.</summary>
internal sealed class OnePlace : Mechanism
{
    /// <inheritdoc/>
    public override string Cause => "serialised-handler";

    /// <inheritdoc/>
    public override string Name => "one place that calls take in turn";

    /// <inheritdoc/>
    public override string Fix => """
        // nothing slow under a lock that every call takes, and no pool of one connection behind the method:
        // prepare it outside, or let as many in as what is behind it can bear, and hold no thread while a call waits
        private static readonly SemaphoreSlim Gate = new(Environment.ProcessorCount);
        await Gate.WaitAsync(context.CancellationToken);
        """;

    /// <inheritdoc/>
    public override IEnumerable<Prediction> Predict(BurstFacts seen)
    {
        foreach (var prediction in FixedCapacity)
        {
            yield return prediction;
        }

        if (!seen.IsNode)
        {
            yield return PingIsFree;
        }

        yield return SecondCosts(seen, "a second call waits for the first");
        // A thread that waits for it blocks, so that replies of .NET may wait for one until the end.
        yield return seen.IsDotNet ? HalfLate : InTurn;
        yield return new(Contrast.ServerBusy, double.NegativeInfinity, seen.Processors == 1 ? 0.85 : 1.25,
            "one call computes at a time, and a processor is left");
        // Who is in the place, who is woken for it, and the library: 1.6 to 3 was measured on processors that others fill, median 2.1;
        // where 32 calls compute beside each other it was 3 to 14.
        yield return new(Contrast.ServerDemand, double.NegativeInfinity, 2.5, "no other call could use one");
        if (seen.Served >= 2)
        {
            yield return new(Contrast.AllServed, 1 + (0.7 * (seen.Served - 1) * seen.StepMs / seen.CallMs), double.PositiveInfinity,
                "each waits for those before it");
        }

        if (seen.IsNode)
        {
            yield return new(Contrast.NoOpBeside, double.NegativeInfinity, 0.15, "who waits holds no loop");
        }
    }
}
