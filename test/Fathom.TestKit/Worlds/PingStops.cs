using Fathom.Diagnosis.Experiments;
using Fathom.Statistics;

namespace Fathom.TestKit.Worlds;

/// <summary>Stops of a server that PING shows: it waited much longer than usual.</summary>
/// <param name="pings">When each was sent and how long it took, ms; at least one.</param>
/// <param name="usualMs">How long PING takes.</param>
internal sealed class PingStops(IReadOnlyList<(double SentMs, double TookMs)> pings, double usualMs)
{
    // The period of a quota.
    private const double GridMs = 100;

    private readonly IReadOnlyList<(double SentMs, double TookMs)> _stops =
        [.. pings.Where(p => PingWaits.HasWaited(p.TookMs, usualMs))];

    /// <summary>How many there are.</summary>
    public int Count => _stops.Count;

    /// <summary>How well their ends fit a grid of the period of a quota, 0 to 1.</summary>
    public double Grid => GridFit.Of(_stops.Select(s => s.SentMs + s.TookMs), GridMs);

    /// <summary>The share of the time that they take.</summary>
    public double Share => PingWaits.ShareOf(pings, usualMs);

    /// <summary>The same of each part of the time.</summary>
    public IReadOnlyList<double> Shares => PingWaits.SharesOf(pings, usualMs);
}
