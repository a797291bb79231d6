using Fathom.Lab.Results;

namespace Fathom.Lab.Findings;

/// <summary>A line on which the same download was measured with a codec and without.</summary>
/// <param name="Rate">Mbit/s.</param>
/// <param name="Compressed">The trial with the codec.</param>
/// <param name="Plain">The trial without.</param>
internal sealed record CompressionLine(double Rate, TrialResult Compressed, TrialResult Plain)
{
    /// <summary>What the codec costs, ms; below 0 it saves so much.</summary>
    public double Cost => CompressionLines.TimeOf(Compressed) - CompressionLines.TimeOf(Plain);
}

/// <summary>
/// The lines of a record on which one codec, payload and kind of call was measured beside the same without compression: where on them the
/// gain becomes a loss. Immutable.
/// </summary>
internal sealed class CompressionLines
{
    private const string Link = "link";

    private readonly IReadOnlyList<CompressionLine> _lines;

    private CompressionLines(IReadOnlyList<CompressionLine> lines) => _lines = lines;

    /// <summary>The slowest of them.</summary>
    public CompressionLine Slowest => _lines[0];

    /// <summary>The fastest of them.</summary>
    public CompressionLine Fastest => _lines[^1];

    /// <summary>The last line that saves and the first that costs; null where all of them are of one side.</summary>
    public (CompressionLine Slow, CompressionLine Fast)? Sides =>
        _lines.Zip(_lines.Skip(1)).Where(pair => pair.First.Cost < 0 && pair.Second.Cost >= 0)
            .Select(pair => ((CompressionLine, CompressionLine)?)pair).FirstOrDefault();

    /// <summary>Whether a line saves though a slower one costs, which no rate explains.</summary>
    public bool ContradictThemselves => _lines.Zip(_lines.Skip(1)).Any(pair => pair.First.Cost >= 0 && pair.Second.Cost < 0);

    /// <summary>The lines among a record's trials that differ from a pair in the line alone.</summary>
    /// <param name="trials">All trials.</param>
    /// <param name="compressed">The pair's trial with the codec, on a line; as it stands, it is one of them.</param>
    /// <param name="plain">The pair's trial without.</param>
    public static CompressionLines Of(IReadOnlyList<TrialResult> trials, TrialResult compressed, TrialResult plain)
    {
        var plains = Alike(trials, plain).ToLookup(t => t.Factors[Link]);
        return new(
        [
            .. from one in Alike(trials, compressed)
               let rate = one.LineMbit()
               where rate is not null
               from other in plains[one.Factors[Link]].Take(1)
               orderby rate
               select new CompressionLine(rate.Value, one, other),
        ]);
    }

    /// <summary>The same download without any line, of a trial on one; null where it was not measured.</summary>
    public static TrialResult? WithoutLine(IReadOnlyList<TrialResult> trials, TrialResult onLine) =>
        Alike(trials, onLine).FirstOrDefault(t => t.Factors[Link] == CompressionPaysBelowRule.Untouched);

    /// <summary>
    /// The rate, Mbit/s, at which a download would take as long with the codec as without. Between two lines both times are linear in the
    /// time of a bit, 1/rate: one message's exactly, a stream's but for the bend at which the codec instead of the line becomes the slowest
    /// step.
    /// </summary>
    public static double Crossing(CompressionLine slow, CompressionLine fast)
    {
        var (slowBit, fastBit) = (1 / slow.Rate, 1 / fast.Rate);
        return 1 / (fastBit + ((slowBit - fastBit) * fast.Cost / (fast.Cost - slow.Cost)));
    }

    /// <summary>Median time of a download, ms.</summary>
    public static double TimeOf(TrialResult trial) => trial.Metrics[CompressionPaysBelowRule.DownloadMs].Value;

    private static IEnumerable<TrialResult> Alike(IReadOnlyList<TrialResult> trials, TrialResult trial) => trials.Contains(trial)
        ? trials.Where(t => t.Metrics.ContainsKey(CompressionPaysBelowRule.DownloadMs)
            && trial.Factors.All(f => f.Key == Link || t.Factors.GetValueOrDefault(f.Key) == f.Value))
        : [trial];
}
