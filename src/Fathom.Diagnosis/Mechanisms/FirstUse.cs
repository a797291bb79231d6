using Fathom.Diagnosis.Experiments;
using static Fathom.Diagnosis.Mechanisms.Predictions.BesidePredictions;
using static Fathom.Diagnosis.Mechanisms.Predictions.CapacityPredictions;
using static Fathom.Diagnosis.Mechanisms.Predictions.Impossibility;
using static Fathom.Diagnosis.Mechanisms.Predictions.ProcessorPredictions;

namespace Fathom.Diagnosis.Mechanisms;

/// <summary>The first calls at once set up what later ones find, each for itself: connections to a database or another service, which a
/// pool then keeps.</summary>
internal sealed class FirstUse() : Mechanism("method-waits", "what the first calls at once set up behind the method, such as connections")
{
    // Other work on the processors makes one of ten wait.
    private const double MostByChance = 0.1;

    /// <inheritdoc/>
    public override string Fix => """
        // keep as many connections as there are calls at once, and open them before the service says that it is ready
        var source = NpgsqlDataSource.Create(connectionString + ";Minimum Pool Size=32");
        """;

    /// <inheritdoc/>
    public override Prediction? PastProxy => null;

    /// <inheritdoc/>
    public override string? WhyImpossible(BurstFacts seen) => WhyThreadsWereHeld(seen);

    /// <inheritdoc/>
    public override IEnumerable<Prediction> Predict(BurstFacts seen) =>
    [
        OneLasts, new(Contrast.LaterBursts, double.NegativeInfinity, 0.5, "what the first ones set up is kept"),
        new(Contrast.WaitAgain, double.NegativeInfinity, MostByChance, "what the first ones set up is kept"), NotThrottled, PingIsFree,
        NoCredit,
        // Elsewhere who waits for what is opened holds a thread. To open it computes, on the server and, of a database on its machine, on
        // what is left of its processors.
        .. seen.IsCCore || seen.IsCrowded ? [] : HoldsNothing,
    ];
}
