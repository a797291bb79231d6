using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.BandwidthCapped;

/// <summary>
/// The cause as a watched process shows it: bytes come at a steady rate for most of the time, while its processors idle. Where the path is
/// long, a window that is filled once in each round trip looks the same.
/// </summary>
internal static class WatchedRate
{
    private const double MinBytes = 1 << 20;
    private const double MinShare = 0.3;
    private const double MinSteady = 0.7;

    // A process that computes as well may be what is slow.
    private const double MaxProcessors = 0.7;

    // A gigabit a second, MB/s: beyond, the processors of both sides are a limit as well.
    private const double FastestRate = 125;

    // Over a longer path windows decide, ms.
    private const double MaxRoundTripMs = 1;

    // The largest window of SocketsHttpHandler (Http2StreamWindowManager), bytes: with as many in a round trip it is none of its windows.
    private const double LargestWindow = 16 << 20;

    // Of bytes that a program waits for each takes its time longer; of those that come while it does something else none does.
    private const double MinPart = 0.5;

    private const double BitsPerByte = 8;
    private const double BytesPerMsPerMegabytePerSecond = 1000;
    private const string Formula = "T + B / R - B / C; B bytes that come at the rate C, R the link's, T the time without it";

    /// <summary>What must have been seen.</summary>
    public static IReadOnlyList<Quantity> RequiredFromWatch { get; } =
    [
        WatchQuantities.Watched, WatchQuantities.CpuTime, TcpQuantities.BytesReceived, TcpQuantities.ReceiveRate,
        TcpQuantities.ReceiveShare, TcpQuantities.SteadyShare,
    ];

    /// <summary>Suspects the cause, or rules it out; null where a window may be the limit.</summary>
    public static Screening? Screen(Evidence seen, string fix)
    {
        var (bytes, rate) = (seen.Value(TcpQuantities.BytesReceived), seen.Value(TcpQuantities.ReceiveRate));
        if (bytes < MinBytes)
        {
            return Screening.RuleOut($"{FigureText.Whole(bytes)} bytes came by TCP");
        }

        var (share, roundTrip) = (seen.Value(TcpQuantities.ReceiveShare), seen.Find(TcpQuantities.RoundTrip)?.Value ?? 0);
        var processors = seen.Value(WatchQuantities.CpuTime) / seen.Value(WatchQuantities.Watched);
        var figures = $"bytes came with {FigureText.Number(rate)} MB/s for {FigureText.Number(100 * share)} % of the time, while it used "
            + $"{FigureText.Number(processors)} processors";
        var isSteady = share >= MinShare && seen.Value(TcpQuantities.SteadyShare) >= MinSteady;
        return !isSteady || rate > FastestRate || processors > MaxProcessors
                ? Screening.RuleOut(figures)
            : roundTrip > MaxRoundTripMs && rate * BytesPerMsPerMegabytePerSecond * roundTrip < LargestWindow ? null
            : Screening.Suspected(share, figures, fix, "a link of half the rate between the program and what it calls");
    }

    /// <summary>The proof of a supported comparison: over a link of another rate its bytes take as much longer as they must.</summary>
    public static Conclusion? Prove(Comparison comparison, string fix)
    {
        var seen = comparison.Baseline;
        var (bytes, rate) = (seen.Value(TcpQuantities.BytesReceived), seen.Value(TcpQuantities.ReceiveRate));
        var limit = seen.Value(LinkQuantities.Rate) / BitsPerByte;
        double TimeAt(double megabytes) => bytes / megabytes / BytesPerMsPerMegabytePerSecond;
        var (added, waited) = (TimeAt(limit) - TimeAt(rate), comparison.Before - comparison.After);
        if (added <= 0 || waited < MinPart * added)
        {
            return null;
        }

        var share = Math.Min(1, TimeAt(rate) / comparison.After);
        return new Conclusion(
            $"It waits for its bytes: {FigureText.Size(bytes)} come with {FigureText.Number(rate)} MB/s, "
                + $"{FigureText.Number(100 * share)} % of the time. It takes {FigureText.Duration(comparison.After)}, and "
                + $"{FigureText.Duration(comparison.Before)} over a link of {FigureText.Number(limit)} MB/s and nothing else changed. The "
                + "path or what sends them allows no more: 'fathom doctor TARGET --call SERVICE/METHOD' of what it calls says which.",
            fix)
        {
            Share = Math.Round(share, 3),
            Model = comparison.Predict(Formula, comparison.After + added),
        };
    }
}
