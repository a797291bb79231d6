using Fathom.Records.Words;

namespace Fathom.Diagnosis.Observations;

/// <summary>Where windows and packets can matter: requests and replies that do not fit into the first packets, over a distance.</summary>
public static class PathReach
{
    // Twice what fits into the ten packets with which a connection begins.
    private const double MinBytes = 32 * 1024;

    // Below, the first window of HTTP/2 in each round trip is more than most networks carry: 65 MB/s.
    private const double MinRoundTripMs = 1;

    // A message that comes for this part of its call, and more slowly than that, waits on its way, however near the server is.
    private const double MinSlowShare = 0.3;
    private const double MinSlowMs = 5;
    private const double MaxSlowBytesPerMs = 65_000;

    // Doubling from ten packets, six round trips carry 1 MB.
    private const double MaxRoundTrips = 12;

    /// <summary>Whether the server is so far away that round trips matter.</summary>
    public static bool IsFar(double roundTripMs) => roundTripMs >= MinRoundTripMs;

    /// <summary>Why a reply does not wait for the path, as a clause; null where it may: from far away, or one message, all of which is
    /// there when its first byte comes, and which comes slowly.</summary>
    /// <param name="seen">The size of a reply was observed, and how long a call takes.</param>
    public static string? WhyNoReply(Evidence seen)
    {
        ArgumentNullException.ThrowIfNull(seen);
        var (bytes, call) = (seen.Value(ServiceQuantities.ReplyBytes), seen.Value(ServiceQuantities.CallTime));
        // Some servers answer no PING.
        var roundTrip = seen.Find(ServiceQuantities.PingTime) ?? seen.Find(ServiceQuantities.TcpRoundTrip);
        return seen.Find(PathQuantities.ReplyMessages) is { Value: 1 } && seen.Find(PathQuantities.TransferTime) is { Value: var time }
            && ComesSlowly(bytes, time, call) ? null : WhyNot("a reply", bytes, roundTrip?.Value ?? 0);
    }

    /// <summary>Why so many bytes do not wait for the path, as a clause; null where they may.</summary>
    /// <param name="what">What they are: a reply, a request.</param>
    /// <param name="bytes">How many.</param>
    /// <param name="roundTripMs">The round trip, ms.</param>
    public static string? WhyNot(string what, double bytes, double roundTripMs) => !IsFar(roundTripMs) || bytes < MinBytes
        ? $"{what} of {FigureText.Whole(bytes)} bytes over a round trip of {FigureText.Duration(roundTripMs)} does not wait for the path"
        : null;

    /// <summary>Why a call does not wait for its first round trips, in which TCP learns the path, as a clause; null where it may.</summary>
    public static string? WhyNoStart(double callMs, double roundTripMs) => callMs > MaxRoundTrips * roundTripMs
        ? $"a call takes {FigureText.Duration(callMs)}, more than {MaxRoundTrips} round trips of {FigureText.Duration(roundTripMs)}: its "
            + "start is little of that" : null;

    private static bool ComesSlowly(double bytes, double transferMs, double callMs) => bytes >= MinBytes && transferMs >= MinSlowMs
        && transferMs >= MinSlowShare * callMs && bytes <= MaxSlowBytesPerMs * transferMs;
}
