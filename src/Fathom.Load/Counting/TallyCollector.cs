using HdrHistogram;

namespace Fathom.Load.Counting;

/// <summary>Adds up the tallies of all workers: the total of the run, and the figures of each second. Owned by one thread.</summary>
/// <param name="exchange">Where workers hand over.</param>
/// <param name="outcomes">The number of outcomes that a call can have.</param>
public sealed class TallyCollector(TallyExchange exchange, int outcomes)
{
    private readonly SortedDictionary<int, CallTally> _open = [];
    private readonly List<SecondFigures> _seconds = [];

    /// <summary>All calls so far, without those of the warm-up.</summary>
    public CallTally Total { get; } = new(outcomes);

    /// <summary>Called with each second that becomes complete, and what was counted in it. The tally is valid during the call.</summary>
    public event Action<int, CallTally>? SecondCompleted;

    /// <summary>The seconds that are complete.</summary>
    public IReadOnlyList<SecondFigures> Seconds => _seconds;

    /// <summary>Takes what workers have handed over.</summary>
    /// <param name="completeBefore">Seconds before this one get no further tallies.</param>
    /// <returns>The number of seconds that became complete.</returns>
    public int Collect(int completeBefore)
    {
        while (exchange.TryTake(out var tally))
        {
            Total.Add(tally);
            if (_open.TryGetValue(tally.Interval, out var open))
            {
                open.Add(tally);
                exchange.Return(tally);
            }
            else
            {
                _open.Add(tally.Interval, tally);
            }
        }

        var before = _seconds.Count;
        while (_open.Count > 0 && _open.First() is var (second, figures) && second < completeBefore)
        {
            _open.Remove(second);
            _seconds.Add(Describe(second, figures));
            SecondCompleted?.Invoke(second, figures);
            exchange.Return(figures);
        }

        return _seconds.Count - before;
    }

    private static SecondFigures Describe(int second, CallTally tally)
    {
        var latency = tally.Latency;
        return new SecondFigures(second, tally.Calls, tally.Failed, LatencyHistograms.PercentileOf(latency, 50),
            LatencyHistograms.PercentileOf(latency, 99), latency.TotalCount == 0 ? null : latency.GetMaxValue(), tally.Streams.Received);
    }
}
