namespace Fathom.SubjectProtocol;

/// <summary>A number of <see cref="ProcessFigures.Values"/>.</summary>
/// <param name="Name">Its key.</param>
/// <param name="Unit">Its unit; empty for a count.</param>
/// <param name="By">The side that reports it.</param>
/// <param name="Text">One sentence about it, for <c>docs/subject-protocol.md</c>.</param>
public sealed record ReportedValue(string Name, string Unit, ReportedBy By, string Text)
{
    /// <summary>The key, so that a declared value can stand wherever a name is expected.</summary>
    public static implicit operator string(ReportedValue value) => value.Name;

    /// <inheritdoc/>
    public override string ToString() => Name;
}
