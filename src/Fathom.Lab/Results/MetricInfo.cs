namespace Fathom.Lab.Results;

/// <summary>A metric, declared once: every table and picture takes unit, direction and words from here.</summary>
/// <param name="Id">Key in replicates and in <see cref="TrialResult.Metrics"/>, for example <c>wall_ms</c>.</param>
/// <param name="Unit">Unit of the value: <c>ms</c>, <c>us</c>, <c>bytes</c>, <c>count</c> ...</param>
/// <param name="Better">Which direction is the better one.</param>
/// <param name="Text">What it measures, in a few words.</param>
/// <param name="Headline">True for the metrics that a report shows without being asked.</param>
public sealed record MetricInfo(string Id, string Unit, Better Better, string Text, bool Headline = false);

/// <summary>Direction of a metric.</summary>
public enum Better
{
    /// <summary>Less is better.</summary>
    Lower,

    /// <summary>More is better.</summary>
    Higher,

    /// <summary>Neither: it describes.</summary>
    Neither,
}

/// <summary>A metric of a trial.</summary>
/// <param name="Value">Median of the replicates.</param>
/// <param name="Low">Lower end of its 95 % bootstrap interval.</param>
/// <param name="High">Upper end.</param>
/// <param name="Unit">Unit of all three.</param>
public sealed record MetricValue(double Value, double Low, double High, string Unit);
