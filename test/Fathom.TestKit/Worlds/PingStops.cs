namespace Fathom.TestKit.Worlds;

/// <summary>Stops of a server that PING shows: it waited much longer than usual.</summary>
internal sealed class PingStops
{
    // The period of a quota.
    private const double GridMs = 100;

    private const double UsualTimes = 1.5;
    private const double MinStopMs = 15;

    private readonly IReadOnlyList<(double SentMs, double TookMs)> _pings;
    private readonly double _longMs;

    /// <summary>Finds them.</summary>
    /// <param name="pings">When each was sent and how long it took, ms; at least one.</param>
    /// <param name="usualMs">How long PING takes.</param>
    public PingStops(IReadOnlyList<(double SentMs, double TookMs)> pings, double usualMs)
    {
        (_pings, _longMs) = (pings, (usualMs * UsualTimes) + MinStopMs);
        var stops = _pings.Where(p => p.TookMs > _longMs).ToList();
        Count = stops.Count;
        var angles = stops.Select(s => 2 * Math.PI * (s.SentMs + s.TookMs) / GridMs).ToList();
        Grid = Count == 0 ? 0 : Math.Sqrt(Math.Pow(angles.Sum(Math.Cos), 2) + Math.Pow(angles.Sum(Math.Sin), 2)) / Count;
    }

    /// <summary>How many there are.</summary>
    public int Count { get; }

    /// <summary>How well their ends fit a grid of the period of a quota, 0 to 1.</summary>
    public double Grid { get; }

    /// <summary>The share of the time that they take.</summary>
    public double Share => ShareOf(_pings);

    /// <summary>The same of each of some parts of the time.</summary>
    public IReadOnlyList<double> SharesOf(int parts) =>
        [.. Enumerable.Range(0, parts).Select(i => ShareOf([.. _pings.Skip(i * _pings.Count / parts).Take(_pings.Count / parts)]))];

    private double ShareOf(IReadOnlyList<(double SentMs, double TookMs)> pings) => pings.Where(p => p.TookMs > _longMs).Sum(p => p.TookMs)
        / Math.Max(1, pings[^1].SentMs + pings[^1].TookMs - pings[0].SentMs);
}
