using Fathom.Diagnosis.Experiments;
using Fathom.Records.Words;
using static Fathom.Diagnosis.Mechanisms.Predictions.BesidePredictions;
using static Fathom.Diagnosis.Mechanisms.Predictions.CapacityPredictions;
using static Fathom.Diagnosis.Mechanisms.Predictions.ProcessorPredictions;
using static Fathom.Diagnosis.Mechanisms.Predictions.TurnPredictions;

namespace Fathom.Diagnosis.Mechanisms;

/// <summary>Calls have another program compute on the server's processors: a database, a cache or a sidecar on the same machine.</summary>
/// <param name="isOneThread">Whether one thread of it computes for one call after the other, as the one of Redis does.</param>
internal sealed class BusyBehind(bool isOneThread)
    : Mechanism("cpu-saturation", isOneThread ? "one thread of something behind the method, which computes for one call after the other"
        : "processors on which something behind the method computes")
{
    // Of the processors. Measured on two of them: 0.48 to 0.94, of databases and a proxy on the server's machine.
    private const double LeastOfOthers = 0.25;

    // Of one processor.
    private const double MostOfThread = 1.3;

    // What computes for calls is not the server.
    private const double MostOfServer = 0.5;

    /// <inheritdoc/>
    public override string Fix => """
        # what computes while the method is called, on the server's machine
        top -b -d 1 -n 2 -o %CPU
        # then less work there for a call (a query that is compiled, a connection that is opened each time), or processors of its own
        """;

    /// <inheritdoc/>
    public override string? WhyImpossible(BurstFacts seen)
    {
        if (seen is not { OthersAtMost: { } share, Processors: { } processors })
        {
            return "what other programs compute on its processors is not read";
        }

        var least = isOneThread ? LeastOfThread / processors : LeastOfOthers;
        return isOneThread && processors < 2 ? "one thread of another program takes the server's one processor"
            : share < least ? $"other programs used {FigureText.Number(100 * share)} % of its processors beside the first calls at once"
            : seen.OthersBefore is { } before && share - before < LeastGrowth(seen, least)
                ? $"other programs used {FigureText.Number(100 * share)} % of its processors beside the first calls at once, and "
                    + $"{FigureText.Number(100 * before)} % before" : null;
    }

    /// <inheritdoc/>
    public override IEnumerable<Prediction> Predict(BurstFacts seen)
    {
        var processors = seen.Processors ?? 1;
        return
        [
            NotThrottled, OneLasts, NoOpsHoldLittle, HalfLate,
            new(Contrast.ServerBusy, double.NegativeInfinity, MostOfServer * processors, "the server computes less than others do"),
            .. isOneThread ? OfOneThread(seen, processors)
                : [ProcessorsAreFull, Others(LeastGrowth(seen, LeastOfOthers), double.PositiveInfinity)],
        ];
    }

    // It may read what all calls ask for before it answers one, so that they end in turn or all together.
    private static IEnumerable<Prediction> OfOneThread(BurstFacts seen, double processors) =>
    [
        Others(LeastGrowth(seen, LeastOfThread / processors), MostOfThread / processors), Lasts, NoCredit, AnyConnection,
        WithinCallOfFew, PingIsFree, SecondCosts(seen, "a second call waits for the first"),
    ];

    // What computes for calls has its part of what neighbours leave. Both shares may be wrong by a tick.
    private static double LeastGrowth(BurstFacts seen, double least) => seen.OthersBefore is { } before
        ? (least * (1 - before)) - (2 * ServerUse.TickMs / ServerUse.LeastForOthersMs) : least;

    private static Prediction Others(double low, double high) =>
        new(Contrast.OthersGrow, low, high, "others compute while calls are made, and not before");
}
