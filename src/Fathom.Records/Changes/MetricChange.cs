using Fathom.Statistics;

namespace Fathom.Records.Changes;

/// <summary>What became of one metric of one trial from one record to another.</summary>
/// <param name="Before">The trial in the earlier record.</param>
/// <param name="After">The trial with the same levels in the later record.</param>
/// <param name="Metric">The metric, as the later record declares it.</param>
/// <param name="Ratio">The geometric mean after, divided by that before, with its interval; with the range of so many replicates where
/// there are too few for an interval.</param>
/// <param name="Kind">The verdict.</param>
/// <param name="Reason">Why the verdict is not a larger claim, or what p-value it rests on.</param>
public sealed record MetricChange(
    TrialResult Before, TrialResult After, MetricInfo Metric, Estimate Ratio, ChangeKind Kind, string Reason);
