using Fathom.Diagnosis.Experiments;
using static Fathom.Diagnosis.Mechanisms.Predictions.BesidePredictions;
using static Fathom.Diagnosis.Mechanisms.Predictions.ProcessorPredictions;
using static Fathom.Diagnosis.Mechanisms.Predictions.TurnPredictions;

namespace Fathom.Diagnosis.Mechanisms.Predictions;

/// <summary>What a fixed capacity of the server's, such as places, processors or loops, predicts of calls that are made again, later,
/// after a pause or on other connections.</summary>
internal static class CapacityPredictions
{
    // Of three calls at once, each of which may be a long one, more are than of many.
    private const double MostOfFew = 2;

    /// <summary>The same calls at once take the same time again: within 3 % on a machine without other work, where single calls vary by no
    /// more.</summary>
    public static Prediction Repeats { get; } = new(Contrast.SameAgain, 0.95, 1.05, "its capacity is fixed");

    /// <summary>Made again, the same calls at once take about as long as at first.</summary>
    public static Prediction Lasts { get; } = new(Contrast.LaterBursts, 0.5, 2, "its capacity is fixed");

    /// <summary>The same where the longest of them decides, which are uneven.</summary>
    public static Prediction LastsUneven { get; } = new(Contrast.LaterBursts, 0.2, 5, "calls are as uneven as at first");

    /// <summary>One call takes no longer than at first. It may take less: V8 and .NET compile again what is called often.</summary>
    public static Prediction OneLasts { get; } =
        new(Contrast.LaterCall, double.NegativeInfinity, 1.4, "one call waits for no other");

    /// <summary>Later calls take as long as earlier ones.</summary>
    public static Prediction Steady { get; } = new(Contrast.LaterCalls, 0.8, 1.25, "its capacity is fixed");

    /// <summary>A call of a long row waits for as many as a call of a burst does. The last wave of a burst is nearly empty at
    /// worst.</summary>
    public static Prediction WaitsInRow { get; } =
        new(Contrast.RowOfBurst, 0.45, double.PositiveInfinity, "as many wait before it all the time");

    /// <summary>A pause before a call makes it no quicker. It may take longer, on processors and caches that others have used
    /// meanwhile.</summary>
    public static Prediction NoCredit { get; } =
        new(Contrast.AfterPause, LowAlike, double.PositiveInfinity, "nothing fills up while no call is made");

    /// <summary>Four connections take as long as one.</summary>
    public static Prediction AnyConnection { get; } =
        new(Contrast.FourConnections, 0.8, 1.25, "it is the server's, not the connection's");

    /// <summary>The same where the longest of them decides, which are uneven.</summary>
    public static Prediction AnyConnectionOfUneven { get; } =
        new(Contrast.FourConnections, 0.6, 1.7, "the connection has no part in it");

    /// <summary>The same of few calls.</summary>
    public static Prediction WithinCallOfFew { get; } =
        new(Contrast.FurtherOfFew, double.NegativeInfinity, 1.3, "it is held no longer than a call takes");

    /// <summary>A further call costs no more than the method itself takes.</summary>
    public static Prediction WithinCall { get; } =
        new(Contrast.FurtherCall, double.NegativeInfinity, 1.3, "it is held no longer than a call takes");

    /// <summary>What a fixed capacity of the server predicts: a number of places, processors or loops, whichever connection a call comes
    /// on. Where single calls are uneven, one alone is none of another's measure, and a further one costs their mean.</summary>
    public static IReadOnlyList<Prediction> FixedCapacity(BurstFacts seen) => !seen.AreSinglesUneven
        ? [NotThrottled, Repeats, Lasts, OneLasts, Steady, WaitsInRow, NoCredit, AnyConnection, WithinCall, WithinCallOfFew,
            NoOpsHoldLittle]
        : [NotThrottled, Repeats, Lasts, Steady, WaitsInRow, NoCredit, AnyConnectionOfUneven, OfMean(seen, WithinCall, 1),
            OfMean(seen, WithinCallOfFew, MostOfFew), NoOpsHoldLittle];

    private static Prediction OfMean(BurstFacts seen, Prediction of, double times) =>
        of with { High = times * of.High * Math.Max(1, seen.MeanOwnMs / seen.OwnMs) };
}
