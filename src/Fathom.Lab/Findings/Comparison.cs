namespace Fathom.Lab.Findings;

/// <summary>A comparison of two trials of a record.</summary>
/// <param name="Finding">Id of the rule that judges it.</param>
/// <param name="Baseline">Trial id.</param>
/// <param name="Counterfactual">Trial id.</param>
/// <param name="Factor">The one factor in which they differ.</param>
/// <param name="Metric">The metric compared.</param>
public sealed record Comparison(string Finding, string Baseline, string Counterfactual, string Factor, string Metric);
