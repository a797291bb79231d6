using System.Globalization;
using Fathom.Records;

namespace Fathom.Studies.Running;

/// <summary>Fills the tables that a study declares with the trials of a plan and their metrics.</summary>
internal static class TableBuilder
{
    public static IReadOnlyList<ComparisonTable> Build(StudyPlan plan, IReadOnlyList<TrialResult> trials) =>
    [
        .. plan.Study.Tables
            .Select(t => new ComparisonTable(t.Title, t.Source, t.Metric.Id, t.Columns,
                [.. t.Rows.Select(r => RowOf(plan, trials, t.Metric.Id, r)).OfType<ComparisonRow>()]))
            .Where(t => t.Rows.Any(r => r.Cells.Any(c => c.Trial is not null))),
    ];

    private static ComparisonRow? RowOf(StudyPlan plan, IReadOnlyList<TrialResult> trials, string metric, TableRowSpec row) => row switch
    {
        PublishedRow published => new(row.Label, [.. published.Figures.Select(f => new ComparisonCell(f, null))]),
        MeasuredRow measured => Measured(plan, measured),
        ComparedRow compared => Compared(plan, trials, metric, compared),
        _ => throw new InvalidOperationException($"A table row of type {row.GetType().Name} is not known."),
    };

    private static ComparisonRow? Measured(StudyPlan plan, MeasuredRow row)
    {
        var cells = row.Combinations.Select((levels, column) =>
            new ComparisonCell(null, levels is null ? null : IdOf(plan, levels)) { Metric = row.Metrics?[column].Id }).ToList();
        return cells.Exists(c => c.Trial is not null) ? new(row.Label, cells) : null;
    }

    private static ComparisonRow? Compared(StudyPlan plan, IReadOnlyList<TrialResult> trials, string metric, ComparedRow row)
    {
        var cells = row.Combinations.Select(levels => new ComparisonCell(null, IdOf(plan, levels))).ToList();
        if (cells.Exists(c => c.Trial is null))
        {
            return null;
        }

        var values = cells.ConvertAll(c => trials.First(t => t.Id == c.Trial).Metrics.GetValueOrDefault(metric)?.Value);
        var difference = values.TrueForAll(v => v is not null) ? 100 * ((values[^1] / values[..^1].Min()) - 1) : null;
        return new(row.Label, [.. cells, new ComparisonCell(
            difference?.ToString("+0.0' %';-0.0' %'", CultureInfo.InvariantCulture), null)]);
    }

    private static string? IdOf(StudyPlan plan, FactorLevels levels) => plan.Trials.FirstOrDefault(t => t.Levels.Equals(levels))?.Id;
}
