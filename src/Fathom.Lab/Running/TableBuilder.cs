using Fathom.Lab.Results;
using Fathom.Lab.Studies;

namespace Fathom.Lab.Running;

/// <summary>Puts the trials of a plan into the tables that a study declares.</summary>
internal static class TableBuilder
{
    public static IReadOnlyList<ComparisonTable> Build(StudyPlan plan) =>
    [
        .. plan.Study.Tables
            .Select(t => new ComparisonTable(t.Title, t.Source, t.Metric, t.Columns, [.. t.Rows.Select(r => RowOf(plan, r)).OfType<ComparisonRow>()]))
            .Where(t => t.Rows.Any(r => r.Cells.Any(c => c.Trial is not null))),
    ];

    private static ComparisonRow? RowOf(StudyPlan plan, TableRowSpec row) => row switch
    {
        PublishedRow published => new(row.Label, [.. published.Figures.Select(f => new ComparisonCell(f, null))]),
        MeasuredRow measured => Measured(plan, measured),
        _ => throw new InvalidOperationException($"A table row of type {row.GetType().Name} is not known."),
    };

    private static ComparisonRow? Measured(StudyPlan plan, MeasuredRow row)
    {
        var cells = row.Combinations.Select(levels =>
            new ComparisonCell(null, levels is null ? null : plan.Trials.FirstOrDefault(t => t.Levels.Equals(levels))?.Id)).ToList();
        return cells.Exists(c => c.Trial is not null) ? new(row.Label, cells) : null;
    }
}
