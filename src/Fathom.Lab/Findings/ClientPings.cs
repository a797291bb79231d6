using Fathom.Lab.Results;

namespace Fathom.Lab.Findings;

/// <summary>
/// The PINGs by which SocketsHttpHandler measures the round trip while it reads a response (<c>RttEstimator</c>): four one after another,
/// then one every two seconds. They cost nothing but where a sender waits until all it has sent is acknowledged: the answer to a PING is
/// sent too.
/// </summary>
internal static class ClientPings
{
    /// <summary>The level of <c>client_window</c> whose window stays: a client that has it sends none.</summary>
    public const string FixedWindow = "65535-fixed";

    /// <summary><see cref="SecondsWith"/> in words, of a transfer of T without them.</summary>
    public const string Formula = "(T + 4 RTT) / (1 - RTT / 2 s)";

    private const double Burst = 4;
    private const double SecondsBetween = 2;

    /// <summary>Whether the client of a trial sends them: over HTTP/2, to find out how its window may grow.</summary>
    public static bool AreSent(TrialResult trial) => trial.Factors.GetValueOrDefault("protocol") is { } protocol && protocol != "http1"
        && trial.Factors.GetValueOrDefault("client_window") is not (null or FixedWindow);

    /// <summary>How many are sent in so many seconds.</summary>
    public static double In(double seconds) => Burst + (seconds / SecondsBetween);

    /// <summary>Seconds of a transfer that takes so many without them, if each costs a round trip, in which further ones become
    /// due.</summary>
    public static double SecondsWith(double seconds, double roundTrip) =>
        (seconds + (Burst * roundTrip)) / (1 - (roundTrip / SecondsBetween));
}
