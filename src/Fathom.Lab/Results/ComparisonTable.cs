namespace Fathom.Lab.Results;

/// <summary>Published figures beside the ones measured here, in the shape in which they were published.</summary>
/// <param name="Title">What the table shows.</param>
/// <param name="Source">Where the published figures come from.</param>
/// <param name="Metric">The metric of the measured cells.</param>
/// <param name="Columns">Column heads, without the one of the row labels.</param>
/// <param name="Rows">Published and measured rows.</param>
public sealed record ComparisonTable(
    string Title, string Source, string Metric, IReadOnlyList<string> Columns, IReadOnlyList<ComparisonRow> Rows);

/// <summary>A row of a <see cref="ComparisonTable"/>.</summary>
/// <param name="Label">What the row is about.</param>
/// <param name="Cells">One per column.</param>
public sealed record ComparisonRow(string Label, IReadOnlyList<ComparisonCell> Cells);

/// <summary>A cell: a figure in words, or a reference to a measured trial; both null where there is nothing.</summary>
/// <param name="Published">The figure as published, for example <c>8987 / 15118</c>, or how the trials of its row compare, for example
/// <c>+3.2 %</c>.</param>
/// <param name="Trial">Id of the trial whose metric belongs here.</param>
public sealed record ComparisonCell(string? Published, string? Trial);
