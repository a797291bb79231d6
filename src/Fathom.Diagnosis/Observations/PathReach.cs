using Fathom.Records.Words;

namespace Fathom.Diagnosis.Observations;

/// <summary>Where windows and packets can matter: requests and replies that do not fit into the first packets, over a distance.</summary>
public static class PathReach
{
    // Twice what fits into the ten packets with which a connection begins.
    private const double MinBytes = 32 * 1024;

    // Below, the first window of HTTP/2 in each round trip is more than most networks carry: 65 MB/s.
    private const double MinRoundTripMs = 1;

    // Doubling from ten packets, six round trips carry 1 MB.
    private const double MaxRoundTrips = 12;

    /// <summary>Whether the server is so far away that round trips matter.</summary>
    public static bool IsFar(double roundTripMs) => roundTripMs >= MinRoundTripMs;

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
}
