using Fathom.Lab.Results;

namespace Fathom.Lab.Findings;

/// <summary>What the difference of a pair is worth.</summary>
/// <param name="Ratio">Baseline over counterfactual, with its 95 % bootstrap interval.</param>
/// <param name="PValue">One-sided, exact permutation test.</param>
/// <param name="Supported">True where a finding may rest on it.</param>
/// <param name="Reason">Why not, or the ground on which it does.</param>
public sealed record PairDifference(Interval Ratio, double PValue, bool Supported, string Reason);
