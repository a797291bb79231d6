using Fathom.Diagnosis.Observations;

namespace Fathom.Diagnosis.Causes.BandwidthCapped;

/// <summary>A rate that each connection has, on the way to a server that is near, so that no window and no lost packet gives it one: a
/// proxy's, or a provider's.</summary>
internal static class ConnectionRate
{
    // Of what as many connections bring if each has the rate of one, and of the time that as many calls take on one.
    private const double MinOfEach = 0.8;
    private const double MaxSpread = 0.6;

    private const string Fix = """
        # a limit of each connection: of a proxy (nginx: limit_rate, proxy_download_rate), or of a provider
        # or several channels, taken in turn; each has a connection of its own
        """;

    /// <summary>Whether replies at once come as fast as there are connections.</summary>
    /// <param name="seen">Large calls were made at once.</param>
    public static bool Limits(Evidence seen) => !PathReach.IsFar(seen.Value(ServiceQuantities.PingTime))
        && seen.Value(PathQuantities.BulkRate)
            >= MinOfEach * seen.Value(PathQuantities.BulkCalls) * seen.Value(PathQuantities.TransferRate)
        && seen.Value(PathQuantities.SpreadBulkTime) <= MaxSpread * seen.Value(PathQuantities.BulkTime);

    /// <summary>Says so.</summary>
    /// <param name="share">The share of a call in which its reply comes.</param>
    /// <param name="figures">The rates, as a clause.</param>
    public static Screening Suspect(double share, string figures) => Screening.Suspected(
        share, $"{figures}: it is each connection's rate that is limited", Fix,
        "the same calls to the service's own address, with nothing between");
}
