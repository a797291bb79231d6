using Fathom.Records.Loads;

namespace Fathom.Records.Changes;

/// <summary>
/// The values of a run of load in blocks of whole seconds. Seconds that follow one another are alike (one pause of a collector, one burst
/// of a neighbour), so that blocks are compared in their place: at most 10, as long as the run allows. The first second and the last are
/// left out: connections are opened in one, and calls end in part of the other.
/// </summary>
internal sealed class LoadBlocks
{
    private const int Most = 10;

    private readonly List<LoadSecond[]> _blocks = [];

    public LoadBlocks(LoadRecord record)
    {
        // A second without calls is in no record, and counts.
        var byNumber = record.Seconds.ToDictionary(s => s.Second);
        var (first, end) = record.Seconds.Count == 0 ? (0, 0)
            : (record.Seconds[0].Second + 1, Math.Min(record.Seconds[^1].Second, (int)record.ElapsedSeconds));
        Seconds = Math.Max(0, end - first);
        var count = Math.Min(Most, Seconds);
        for (var block = 0; block < count; block++)
        {
            _blocks.Add([.. Enumerable.Range(first, Seconds)
                .Skip(block * Seconds / count).Take(((block + 1) * Seconds / count) - (block * Seconds / count))
                .Select(n => byNumber.GetValueOrDefault(n) ?? new LoadSecond(n, 0, 0, null, null, null, 0))]);
        }
    }

    /// <summary>The whole seconds that blocks hold.</summary>
    public int Seconds { get; }

    /// <summary>Calls a second of each block; empty where a block had none, of which a ratio says nothing.</summary>
    public double[] Rates => _blocks.Exists(b => b.All(s => s.Calls == 0)) ? [] : Positive(b => b.Average(s => s.Calls));

    /// <summary>The share of each block's calls that failed.</summary>
    public double[] FailedShares =>
        [.. _blocks.Where(b => b.Any(s => s.Calls > 0)).Select(b => (double)b.Sum(s => s.Failed) / b.Sum(s => s.Calls))];

    /// <summary>The percentile of a second, averaged over the calls of each block, in microseconds.</summary>
    public double[] Of(Func<LoadSecond, double?> percentile) => Positive(block =>
    {
        var seconds = block.Where(s => percentile(s) is not null && s.Calls > s.Failed).ToList();
        return seconds.Count == 0 ? 0
            : seconds.Sum(s => percentile(s)!.Value * (s.Calls - s.Failed)) / seconds.Sum(s => s.Calls - s.Failed);
    });

    private double[] Positive(Func<LoadSecond[], double> value) => [.. _blocks.Select(value).Where(v => v > 0 && double.IsFinite(v))];
}
