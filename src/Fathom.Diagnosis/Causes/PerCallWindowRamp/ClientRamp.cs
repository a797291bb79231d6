using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.PerCallWindowRamp;

/// <summary>Large replies of a watched process over a path of some length: each begins with a small window.</summary>
internal static class ClientRamp
{
    private const double FirstWindow = 65_535;

    // A reply of a few windows costs a few round trips.
    private const double MinWindows = 4;

    // Within a machine or a rack the doubling costs nothing.
    private const double MinRoundTripMs = 1;

    /// <summary>What must have been seen.</summary>
    public static IReadOnlyList<Quantity> RequiredFromWatch { get; } =
    [
        WatchQuantities.Watched, CallQuantities.Calls, WatchQuantities.BytesReceived, WatchQuantities.MaxCallsAtOnce,
        WatchQuantities.CallShare,
    ];

    /// <summary>Suspects the cause, or rules it out.</summary>
    public static Screening Screen(Evidence seen, string fix)
    {
        var (calls, bytes) = (seen.Value(CallQuantities.Calls), seen.Value(WatchQuantities.BytesReceived));
        var size = calls > 0 ? bytes / calls : 0;
        var figures = $"{FigureText.Whole(calls)} calls received {FigureText.Whole(Math.Round(size))} bytes each";
        if (size < MinWindows * FirstWindow)
        {
            return Screening.RuleOut(figures);
        }

        if (seen.Find(ServiceQuantities.PingTime) is not { Value: >= MinRoundTripMs and var roundTrip })
        {
            return Screening.RuleOut(figures + (seen.Find(ServiceQuantities.PingTime) is { Value: var known }
                ? $" over a path of {FigureText.Duration(known)} there and back"
                : "; no path that answers PING makes them wait"));
        }

        var rounds = Math.Round(Math.Log2((size / FirstWindow) + 1));
        var atOnce = Math.Max(1, seen.Value(WatchQuantities.MaxCallsAtOnce));
        var ramp = calls * rounds * roundTrip / atOnce / seen.Value(WatchQuantities.Watched);
        var share = Math.Min(seen.Value(WatchQuantities.CallShare), ramp);
        figures += $" over a path of {FigureText.Duration(roundTrip)} there and back: a window that begins with 65,535 bytes and doubles "
            + $"needs {FigureText.Whole(rounds)} of them for each";
        return share < Screening.MinShare
            ? Screening.RuleOut(figures)
            : Screening.Suspected(share, figures, fix, "windows that grow faster, or begin larger");
    }

    /// <summary>The proof of a supported comparison.</summary>
    public static Conclusion Prove(Comparison comparison, string fix)
    {
        var seen = comparison.Baseline;
        var size = seen.Value(WatchQuantities.BytesReceived) / seen.Value(CallQuantities.Calls);
        return new Conclusion(
            $"Every call begins with a window of 65,535 bytes and doubles it once a round trip, for "
                + $"{FigureText.Whole(Math.Round(size))} bytes each: {FigureText.Duration(comparison.Before)}, and "
                + $"{FigureText.Duration(comparison.After)} with {comparison.Change.To} and nothing else changed.", fix);
    }
}
