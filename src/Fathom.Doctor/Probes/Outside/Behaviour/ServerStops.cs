namespace Fathom.Doctor.Probes.Outside.Behaviour;

/// <summary>
/// Finds the stops of a server in the times of two connections on which one thing after the other was asked: spans in which neither
/// answered although both were asked, without those in which this machine did not run either, or in which a large message was on a path
/// that all share. Immutable.
/// </summary>
internal sealed class ServerStops
{
    /// <summary>The shortest stop, ms.</summary>
    public const double ShortestMs = 50;

    // A thread of this machine that slept this much longer than it wanted held the probe as well.
    private const double OwnDelayMs = 12;

    private readonly IReadOnlyList<StampSpan> _stops;
    private readonly TimeProvider _time;
    private readonly double _watchedMs;

    /// <summary>Finds them.</summary>
    /// <param name="first">Question to answer on one connection, one after the other.</param>
    /// <param name="second">The same on another.</param>
    /// <param name="own">The times between two looks at a clock of this machine.</param>
    /// <param name="moves">When messages of calls beside them were on their way.</param>
    /// <param name="watchedMs">How long it was watched, ms.</param>
    /// <param name="time">The clock of these times.</param>
    public ServerStops(IReadOnlyList<StampSpan> first, IReadOnlyList<StampSpan> second, IReadOnlyList<StampSpan> own,
        IReadOnlyList<StampSpan> moves, double watchedMs, TimeProvider time)
    {
        (_time, _watchedMs) = (time, watchedMs);
        var delays = own.Where(d => Ms(d) >= OwnDelayMs).ToList();
        OwnDelayShare = delays.Sum(Ms) / watchedMs;
        var longSecond = second.Where(s => Ms(s) >= ShortestMs).ToList();
        _stops =
        [
            .. first.Where(s => Ms(s) >= ShortestMs)
                .SelectMany(s => longSecond.Select(o => s.Overlap(o)))
                .OfType<StampSpan>()
                .Where(s => Ms(s) - OverlapMs(s, delays) - OverlapMs(s, moves) >= ShortestMs),
        ];
    }

    /// <summary>The number of stops.</summary>
    public int Count => _stops.Count;

    /// <summary>The share of the time in stops, 0 to 1.</summary>
    public double Share => _stops.Sum(Ms) / _watchedMs;

    /// <summary>The longest, ms; 0 where there was none.</summary>
    public double LongestMs => _stops.Count == 0 ? 0 : _stops.Max(Ms);

    /// <summary>The share of the time for which this machine held its own threads, 0 to 1.</summary>
    public double OwnDelayShare { get; }

    /// <summary>How well their ends fit a grid: the length of the mean of their directions on a circle of one period, 0 to 1.</summary>
    /// <param name="periodMs">The period of the grid, ms.</param>
    public double GridFit(double periodMs) =>
        Statistics.GridFit.Of(_stops.Select(s => _time.GetElapsedTime(0, s.To).TotalMilliseconds), periodMs);

    private double OverlapMs(StampSpan span, IEnumerable<StampSpan> others) =>
        others.Sum(o => o.Overlap(span) is { } shared ? Ms(shared) : 0);

    private double Ms(StampSpan span) => _time.GetElapsedTime(span.From, span.To).TotalMilliseconds;
}
