using Fathom.Diagnosis.Experiments;
using static Fathom.Diagnosis.Mechanisms.Predictions.BesidePredictions;
using static Fathom.Diagnosis.Mechanisms.Predictions.CapacityPredictions;
using static Fathom.Diagnosis.Mechanisms.Predictions.ProcessorPredictions;
using static Fathom.Diagnosis.Mechanisms.Predictions.TurnPredictions;

namespace Fathom.Diagnosis.Mechanisms;

/// <summary>Calls compute in an interpreter with one lock (Python), so that one processor serves them all.</summary>
internal sealed class BusyInterpreter() : Mechanism("cpu-saturation", "one interpreter in which calls compute")
{
    private const double MinNoise = 2;

    /// <inheritdoc/>
    public override string Fix => """
        # one process for each processor, all on one port
        options = (("grpc.so_reuseport", 1),)
        for _ in range(os.cpu_count()): multiprocessing.Process(target=serve, args=(options,)).start()
        """;

    /// <inheritdoc/>
    public override string? WhyImpossible(BurstFacts seen) =>
        seen.IsDotNet || seen.IsGo || seen.IsNode ? $"{seen.Library} has none that computes one call at a time" : null;

    /// <inheritdoc/>
    public override IEnumerable<Prediction> Predict(BurstFacts seen)
    {
        // Nothing of a no-op call beside few calls: it needs the interpreter more than once, each time after their turns. 0.53 of
        // the time of three calls of 33 ms was measured of grpcio.
        foreach (var prediction in FixedCapacity(seen).Concat(EachCosts(seen)))
        {
            yield return prediction;
        }

        if (seen.AnswersPingOutside)
        {
            yield return PingIsFree;
        }

        yield return SecondCosts(seen, "two calls share one processor");
        yield return HalfLate;
        if (FirstLate(seen, SwitchMs) is { } late)
        {
            yield return late;
        }

        // Threads that wait for its lock wake up to ask for it: a demand of 1.4 to 1.6 was measured of CPython with 32 calls.
        yield return new(Contrast.ServerDemand, BusyShare, seen.IsCrowded ? double.PositiveInfinity : 2.5, "one processor is busy");
        if (seen.NoOpMs - seen.PingMs > MinNoise * seen.NoOpNoiseMs)
        {
            yield return new(Contrast.LibraryBeside, 1.5, double.PositiveInfinity, "a no-op call computes, too");
        }
    }
}
