namespace Fathom.Lab.Results;

/// <summary>A replicate that could not be measured. The rest of the study went on.</summary>
/// <param name="Trial">The trial's id.</param>
/// <param name="Block">The block it belonged to.</param>
/// <param name="Side">Which process failed: <c>server</c>, <c>client</c> or <c>runner</c>.</param>
/// <param name="Stage">What it was doing: <c>start</c>, <c>run</c>, <c>report</c>, <c>stop</c>.</param>
/// <param name="Message">What happened, with what was expected.</param>
/// <param name="StandardError">The end of the process's standard error, or empty.</param>
public sealed record TrialFailure(string Trial, int Block, string Side, string Stage, string Message, string StandardError);
