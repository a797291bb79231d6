namespace Fathom.Studies;

/// <summary>A published table with our figures beside the published ones.</summary>
/// <param name="Title">What it shows.</param>
/// <param name="Source">Where the published figures come from.</param>
/// <param name="Metric">The metric of the measured cells.</param>
/// <param name="Columns">Column heads, without that of the row labels.</param>
/// <param name="Rows">The rows, one cell per column.</param>
public sealed record TableSpec(
    string Title, string Source, Metric Metric, IReadOnlyList<string> Columns, IReadOnlyList<TableRowSpec> Rows);

/// <summary>A row of a <see cref="TableSpec"/>.</summary>
public abstract record TableRowSpec(string Label);

/// <summary>Figures as published; null where none was.</summary>
/// <param name="Label">What the row is about.</param>
/// <param name="Figures">One per column.</param>
public sealed record PublishedRow(string Label, IReadOnlyList<string?> Figures) : TableRowSpec(Label);

/// <summary>Figures measured here; left out of the record where none of its combinations was run.</summary>
/// <param name="Label">What the row is about.</param>
/// <param name="Combinations">One per column; null where there is nothing to measure.</param>
public sealed record MeasuredRow(string Label, IReadOnlyList<FactorLevels?> Combinations) : TableRowSpec(Label)
{
    /// <summary>The metric of each column; null for that of the table.</summary>
    public IReadOnlyList<Metric>? Metrics { get; init; }
}

/// <summary>
/// Figures measured here. One more column says by how much, in percent, the last of them exceeds the least of the others. Left out of the
/// record where one of its combinations was not run.
/// </summary>
/// <param name="Label">What the row is about.</param>
/// <param name="Combinations">One per column but the last.</param>
public sealed record ComparedRow(string Label, IReadOnlyList<FactorLevels> Combinations) : TableRowSpec(Label);
