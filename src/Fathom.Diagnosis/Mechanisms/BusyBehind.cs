using Fathom.Diagnosis.Experiments;
using Fathom.Records.Words;
using static Fathom.Diagnosis.Mechanisms.Predictions.BesidePredictions;
using static Fathom.Diagnosis.Mechanisms.Predictions.CapacityPredictions;
using static Fathom.Diagnosis.Mechanisms.Predictions.ProcessorPredictions;
using static Fathom.Diagnosis.Mechanisms.Predictions.TurnPredictions;

namespace Fathom.Diagnosis.Mechanisms;

/// <summary>Calls have another program compute on the server's processors: a database, a cache or a sidecar on the same machine.</summary>
internal sealed class BusyBehind : Mechanism
{
    // Of the processors. Measured on two of them: 0.48 to 0.94, of databases and a proxy on the server's machine.
    private const double LeastOfOthers = 0.25;

    // What computes for calls is not the server.
    private const double MostOfServer = 0.5;

    /// <inheritdoc/>
    public override string Cause => "cpu-saturation";

    /// <inheritdoc/>
    public override string Name => "processors on which something behind the method computes";

    /// <inheritdoc/>
    public override string Fix => """
        # what computes while the method is called, on the server's machine
        top -b -d 1 -n 2 -o %CPU
        # then less work there for a call (a query that is compiled, a connection that is opened each time), or processors of its own
        """;

    /// <inheritdoc/>
    public override string? WhyImpossible(BurstFacts seen) => seen.OthersShare switch
    {
        null => "what other programs compute on its processors is not read",
        < LeastOfOthers and var share =>
            $"other programs used {FigureText.Number(100 * share)} % of its processors beside the first calls at once",
        _ => null,
    };

    /// <inheritdoc/>
    public override IEnumerable<Prediction> Predict(BurstFacts seen) =>
    [
        NotThrottled, OneLasts, NoOpsHoldLittle, HalfLate, ProcessorsAreFull,
        new(Contrast.ServerBusy, double.NegativeInfinity, MostOfServer * (seen.Processors ?? 1), "the server computes less than others do"),
        new(Contrast.OthersGrow, LeastOfOthers, double.PositiveInfinity, "others compute while calls are made, and not before"),
    ];
}
