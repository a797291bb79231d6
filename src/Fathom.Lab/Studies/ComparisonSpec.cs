namespace Fathom.Lab.Studies;

/// <summary>A comparison a study wants: two combinations that differ in exactly one factor.</summary>
/// <param name="Finding">Id of the rule that is to judge it.</param>
/// <param name="Baseline">The combination that is expected to show the effect.</param>
/// <param name="Factor">The one factor to change.</param>
/// <param name="To">Its level in the counterfactual.</param>
/// <param name="Metric">The metric to compare.</param>
public sealed record ComparisonSpec(string Finding, FactorLevels Baseline, string Factor, string To, string Metric)
{
    /// <summary>The other combination.</summary>
    public FactorLevels Counterfactual => Baseline.With(Factor, To);
}
