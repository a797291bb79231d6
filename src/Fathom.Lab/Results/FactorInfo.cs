namespace Fathom.Lab.Results;

/// <summary>One thing a study varied.</summary>
/// <param name="Name">Key in <see cref="TrialResult.Factors"/>.</param>
/// <param name="Text">What it is, for a reader who has not seen the study.</param>
/// <param name="Levels">The levels that were run, the baseline's first.</param>
public sealed record FactorInfo(string Name, string Text, IReadOnlyList<string> Levels);
