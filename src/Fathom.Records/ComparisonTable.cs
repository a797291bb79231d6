namespace Fathom.Records;

/// <summary>A table of published figures and the figures of this run, in the layout of the publication.</summary>
/// <param name="Title">What the table shows.</param>
/// <param name="Source">The source of the published figures.</param>
/// <param name="Metric">Id of the metric in the measured cells.</param>
/// <param name="Columns">Column headers, without that of the row labels.</param>
/// <param name="Rows">The published and the measured rows.</param>
public sealed record ComparisonTable(
    string Title, string Source, string Metric, IReadOnlyList<string> Columns, IReadOnlyList<ComparisonRow> Rows);

/// <summary>A row of a <see cref="ComparisonTable"/>.</summary>
/// <param name="Label">The label of the row.</param>
/// <param name="Cells">The cells, one for each column.</param>
public sealed record ComparisonRow(string Label, IReadOnlyList<ComparisonCell> Cells);

/// <summary>A cell with a published figure or a reference to a measured trial. Both are null in an empty cell.</summary>
/// <param name="Published">The figure as published, such as <c>8987 / 15118</c>, or the comparison of the row's trials, such as
/// <c>+3.2 %</c>.</param>
/// <param name="Trial">Id of the trial whose metric the cell shows.</param>
public sealed record ComparisonCell(string? Published, string? Trial)
{
    /// <summary>Id of the metric of this cell; null for that of the table.</summary>
    public string? Metric { get; init; }
}
