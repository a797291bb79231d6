namespace Fathom.Records;

/// <summary>The declaration of a metric: unit, direction and description for all tables and pictures.</summary>
/// <param name="Id">Key in replicates and in <see cref="TrialResult.Metrics"/>, such as <c>wall_ms</c>.</param>
/// <param name="Unit">Unit of the value: <c>ms</c>, <c>us</c>, <c>bytes</c>, <c>count</c> ...</param>
/// <param name="Better">The better direction.</param>
/// <param name="Text">What it measures, in a few words.</param>
/// <param name="Headline">Whether a report shows the metric by default.</param>
public sealed record MetricInfo(string Id, string Unit, Better Better, string Text, bool Headline = false);

/// <summary>The better direction of a metric.</summary>
public enum Better
{
    /// <summary>Lower is better.</summary>
    Lower,

    /// <summary>Higher is better.</summary>
    Higher,

    /// <summary>Neither: the metric only describes.</summary>
    Neither,
}

/// <summary>The value of a metric in a trial.</summary>
/// <param name="Value">Median of the replicates.</param>
/// <param name="Low">Lower end of its interval, or the smallest replicate where there are too few for an interval.</param>
/// <param name="High">Upper end, or the largest replicate.</param>
/// <param name="Unit">Unit of all three values.</param>
public sealed record MetricValue(double Value, double Low, double High, string Unit)
{
    /// <summary>The confidence of the interval, 0 to 1; null for a range, and in records of earlier versions, which have 95 % bootstrap
    /// intervals.</summary>
    public double? Confidence { get; init; }

    /// <summary>The number of replicates where the ends are only their range; null for an interval.</summary>
    public int? RangeOf { get; init; }
}
