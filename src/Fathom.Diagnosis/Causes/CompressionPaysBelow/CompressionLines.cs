using Fathom.Diagnosis.Observations;

namespace Fathom.Diagnosis.Causes.CompressionPaysBelow;

/// <summary>A line on which the same download was measured with a codec and without.</summary>
/// <param name="Rate">Mbit/s.</param>
/// <param name="Compressed">The trial with the codec.</param>
/// <param name="Plain">The trial without.</param>
internal sealed record CompressionLine(double Rate, Evidence Compressed, Evidence Plain)
{
    /// <summary>What the codec costs, ms; below 0 where it saves time.</summary>
    public double Cost => Compressed.Value(CompressionQuantities.DownloadTime) - Plain.Value(CompressionQuantities.DownloadTime);

    /// <summary>Name of the line, for example <c>50mbit</c>.</summary>
    public string Name => Compressed.Get(LinkQuantities.Rate).Text;
}

/// <summary>
/// The lines on which one codec, payload and kind of call was measured beside the same without compression: where on them the gain becomes
/// a loss. Immutable.
/// </summary>
internal sealed class CompressionLines
{
    private readonly IReadOnlyList<CompressionLine> _lines;

    private CompressionLines(IReadOnlyList<CompressionLine> lines) => _lines = lines;

    /// <summary>The slowest line.</summary>
    public CompressionLine Slowest => _lines[0];

    /// <summary>The fastest line.</summary>
    public CompressionLine Fastest => _lines[^1];

    /// <summary>The last line that saves and the first that costs; null where all lines save, or all cost.</summary>
    public (CompressionLine Slow, CompressionLine Fast)? Sides =>
        _lines.Zip(_lines.Skip(1)).Where(pair => pair.First.Cost < 0 && pair.Second.Cost >= 0)
            .Select(pair => ((CompressionLine, CompressionLine)?)pair).FirstOrDefault();

    /// <summary>Whether a line saves though a slower one costs, which no rate explains.</summary>
    public bool ContradictThemselves => _lines.Zip(_lines.Skip(1)).Any(pair => pair.First.Cost >= 0 && pair.Second.Cost < 0);

    /// <summary>The lines among all trials that differ from a pair in the line alone.</summary>
    /// <param name="trials">All trials.</param>
    /// <param name="compressed">The pair's trial with the codec, on a line.</param>
    /// <param name="plain">The pair's trial without.</param>
    public static CompressionLines Of(IReadOnlyList<Evidence> trials, Evidence compressed, Evidence plain)
    {
        var plains = Alike(trials, plain).Where(t => t.Has(LinkQuantities.Rate)).ToLookup(t => t.Value(LinkQuantities.Rate));
        return new(
        [
            .. from one in Alike(trials, compressed)
               let rate = one.Find(LinkQuantities.Rate)?.Value
               where rate is not null
               from other in plains[rate.Value].Take(1)
               orderby rate
               select new CompressionLine(rate.Value, one, other),
        ]);
    }

    /// <summary>The same download without any line; null where it was not measured.</summary>
    /// <param name="trials">All trials.</param>
    /// <param name="onLine">The download on a line.</param>
    public static Evidence? WithoutLine(IReadOnlyList<Evidence> trials, Evidence onLine) =>
        Alike(trials, onLine).FirstOrDefault(t => !t.Has(LinkQuantities.Rate));

    /// <summary>
    /// The rate, Mbit/s, at which a download takes as long with the codec as without. Between two lines both times are linear in the time
    /// of a bit, 1/rate: exactly for one message, and for a stream but for the bend at which the codec becomes slower than the line.
    /// </summary>
    public static double Crossing(CompressionLine slow, CompressionLine fast)
    {
        var (slowBit, fastBit) = (1 / slow.Rate, 1 / fast.Rate);
        return 1 / (fastBit + ((slowBit - fastBit) * fast.Cost / (fast.Cost - slow.Cost)));
    }

    private static IEnumerable<Evidence> Alike(IReadOnlyList<Evidence> trials, Evidence trial) =>
        trials.Where(t => t.Has(CompressionQuantities.DownloadTime) && t.IsAlikeBut(trial, LinkQuantities.Rate));
}
