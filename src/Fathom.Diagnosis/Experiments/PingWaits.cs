namespace Fathom.Diagnosis.Experiments;

/// <summary>The PINGs of a row that waited for something on the server.</summary>
public static class PingWaits
{
    // A PING that takes longer than this waited.
    private const double UsualTimes = 1.5;
    private const double MinWaitMs = 15;
    private const int Parts = 9;

    /// <summary>The fewest PINGs of which shares of parts say something.</summary>
    public const int MinPings = 2 * Parts;

    /// <summary>Whether it waited.</summary>
    /// <param name="tookMs">How long it took, ms.</param>
    /// <param name="usualMs">How long PING takes, ms.</param>
    public static bool HasWaited(double tookMs, double usualMs) => tookMs > (usualMs * UsualTimes) + MinWaitMs;

    /// <summary>The share of the time in which one waited, of each part of the row.</summary>
    /// <param name="pings">When each was sent and how long it took, ms; at least <see cref="MinPings"/>.</param>
    /// <param name="usualMs">How long PING takes, ms.</param>
    public static IReadOnlyList<double> SharesOf(IReadOnlyList<(double SentMs, double TookMs)> pings, double usualMs) =>
    [
        .. Enumerable.Range(0, Parts)
            .Select(i => ShareOf([.. pings.Skip(i * pings.Count / Parts).Take(pings.Count / Parts)], usualMs)),
    ];

    /// <summary>The same of the whole row.</summary>
    /// <param name="pings">When each was sent and how long it took, ms; at least one.</param>
    /// <param name="usualMs">How long PING takes, ms.</param>
    public static double ShareOf(IReadOnlyList<(double SentMs, double TookMs)> pings, double usualMs)
    {
        ArgumentNullException.ThrowIfNull(pings);
        return pings.Where(p => HasWaited(p.TookMs, usualMs)).Sum(p => p.TookMs)
            / Math.Max(1, pings[^1].SentMs + pings[^1].TookMs - pings[0].SentMs);
    }
}
