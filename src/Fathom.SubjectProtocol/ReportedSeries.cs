namespace Fathom.SubjectProtocol;

/// <summary>A series of <see cref="ProcessFigures.Series"/>.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Unit">Unit of its values.</param>
/// <param name="Text">One sentence about it, for <c>docs/subject-protocol.md</c>.</param>
public sealed record ReportedSeries(string Name, string Unit, string Text)
{
    /// <summary>The series with its points.</summary>
    public SampledSeries With(IReadOnlyList<(double AtMs, double Value)> points) => new(Name, Unit, points);
}
