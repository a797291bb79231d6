using Fathom.Diagnosis.Experiments;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Mechanisms;

/// <summary>The first calls at once set up what later ones find, each for itself: connections to a database or another service, which a
/// pool then keeps.</summary>
internal sealed class FirstUse : Mechanism
{
    // Of the calls at once: a pool of .NET starts with as many threads as there are processors, and adds others where these are blocked.
    private const double MinThreadShare = 0.25;

    // Of the time that the first calls at once waited, each time that they were made. Who waits for what is opened holds no thread.
    private const double MinPingShare = 0.3;

    // Other work on the processors makes one of ten wait.
    private const double MostByChance = 0.1;

    /// <inheritdoc/>
    public override string Cause => "method-waits";

    /// <inheritdoc/>
    public override string Name => "what the first calls at once set up behind the method, such as connections";

    /// <inheritdoc/>
    public override string Fix => """
        // keep as many connections as there are calls at once, and open them before the service says that it is ready
        var source = NpgsqlDataSource.Create(connectionString + ";Minimum Pool Size=32");
        """;

    /// <inheritdoc/>
    public override string? WhyImpossible(BurstFacts seen) =>
        seen is { IsDotNet: true, ThreadsAdded: { } added, Processors: { } processors }
            && added >= (MinThreadShare * seen.Calls) + processors
                ? $"the server added {FigureText.Whole(added)} threads meanwhile: calls blocked those that it had"
        : seen is { AnswersPingOnPool: true, FirstPingsMs.Count: > 0 } && seen.FirstPingsMs.Min() is var ping
            && ping - seen.PingMs > MinPingShare * (seen.BurstMs - seen.CallMs)
                ? $"PING, which needs a thread of the pool, took {FigureText.Duration(ping)} beside the first calls at once: they held its "
                    + "threads" : null;

    /// <inheritdoc/>
    public override IEnumerable<Prediction> Predict(BurstFacts seen) =>
    [
        OneLasts, new(Contrast.LaterBursts, double.NegativeInfinity, 0.5, "what the first ones set up is kept"),
        new(Contrast.WaitAgain, double.NegativeInfinity, MostByChance, "what the first ones set up is kept"), NotThrottled, PingIsFree,
        NoCredit,
        // Elsewhere who waits for what is opened holds a thread.
        .. seen.IsCCore ? [] : HoldsNothing,
    ];
}
