namespace Fathom.SubjectProtocol;

/// <summary>A word that a flag accepts.</summary>
/// <param name="Value">The word.</param>
/// <param name="Needs">What it needs of the machine, such as <c>windows</c>; null where it works everywhere.</param>
public sealed record FlagChoice(string Value, string? Needs = null);
