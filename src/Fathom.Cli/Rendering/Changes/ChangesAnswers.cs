using Fathom.Records;
using Fathom.Statistics;

namespace Fathom.Cli.Rendering.Changes;

/// <summary>What <c>fathom compare --output json</c> writes of two records of a study.</summary>
internal sealed record StudyChangesAnswer(IReadOnlyList<StudyMetricAnswer> Metrics, int OnlyBefore, int OnlyAfter,
    IReadOnlyList<string> CausesGone, IReadOnlyList<string> CausesNew, IReadOnlyList<string> CausesLeft, IReadOnlyList<string> Caveats);

/// <summary>A metric in it.</summary>
internal sealed record StudyMetricAnswer(IReadOnlyDictionary<string, string> Factors, string Metric, string Unit, double Before,
    double After, Estimate Ratio, ChangeKind Verdict, string Reason);

/// <summary>The same of two records of load.</summary>
internal sealed record LoadChangesAnswer(
    IReadOnlyList<LoadMetricAnswer> Metrics, IReadOnlyDictionary<string, FailureCounts> Failures, IReadOnlyList<string> Caveats);

/// <summary>A figure in it.</summary>
internal sealed record LoadMetricAnswer(string Metric, string Unit, double Before, double After, Estimate? Ratio, Estimate? Difference,
    ChangeKind Verdict, string Reason);

/// <summary>How often calls failed with a status.</summary>
internal sealed record FailureCounts(long Before, long After);
