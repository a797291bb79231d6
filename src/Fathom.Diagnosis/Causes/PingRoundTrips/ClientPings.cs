using Fathom.Diagnosis.Observations;

namespace Fathom.Diagnosis.Causes.PingRoundTrips;

/// <summary>
/// The PINGs by which SocketsHttpHandler measures the round trip while it reads a response: four in a row, then one every two seconds.
/// They cost time only where a sender waits until everything is acknowledged, since the answer to a PING is sent too.
/// Source: dotnet/runtime, <c>RttEstimator</c>.
/// </summary>
internal static class ClientPings
{
    /// <summary>The model in symbols; T is the time of the transfer without PINGs.</summary>
    public const string Formula = "(T + 4 RTT) / (1 - RTT / 2 s)";

    private const double Burst = 4;
    private const double SecondsBetween = 2;

    /// <summary>Whether the client sends PINGs: over HTTP/2, to find out how far its window may grow.</summary>
    public static bool AreSent(Evidence evidence) =>
        evidence.Is(TransferQuantities.IsHttp2) && evidence.Is(TransferQuantities.ClientWindowGrows);

    /// <summary>Number of PINGs in a transfer of so many seconds.</summary>
    public static double In(double seconds) => Burst + (seconds / SecondsBetween);

    /// <summary>Seconds of a transfer where each PING costs a round trip, in which further PINGs become due.</summary>
    /// <param name="seconds">Seconds of the same transfer without PINGs.</param>
    /// <param name="roundTrip">Seconds there and back.</param>
    public static double SecondsWith(double seconds, double roundTrip) =>
        (seconds + (Burst * roundTrip)) / (1 - (roundTrip / SecondsBetween));
}
