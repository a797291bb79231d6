namespace Fathom.Lab.Studies;

/// <summary>A comparison that a study wants: two combinations that differ in exactly one factor.</summary>
/// <param name="Cause">Id of the cause that judges it.</param>
/// <param name="Baseline">The combination that is expected to show the effect.</param>
/// <param name="To">The one level that differs in the counterfactual.</param>
/// <param name="Metric">The metric to compare.</param>
public sealed record ComparisonSpec(string Cause, FactorLevels Baseline, Level To, Metric Metric)
{
    /// <summary>The other combination.</summary>
    public FactorLevels Counterfactual => Baseline.With(To);
}
