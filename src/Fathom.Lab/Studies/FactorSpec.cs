namespace Fathom.Lab.Studies;

/// <summary>A factor of a study: one thing that can be changed while the rest stays.</summary>
/// <param name="Name">Short name, as in records and on the command line.</param>
/// <param name="Text">What it is, for a reader who has not seen the study.</param>
/// <param name="Levels">What it can be; the first is the published baseline.</param>
public sealed record FactorSpec(string Name, string Text, IReadOnlyList<string> Levels)
{
    /// <summary>The published baseline.</summary>
    public string Baseline => Levels[0];
}
