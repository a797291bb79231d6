using System.Globalization;
using System.Text.RegularExpressions;
using Fathom.Lab.Reports.Words;
using Fathom.Lab.Results;

namespace Fathom.Lab.Reports.Summary;

/// <summary>A published figure with the measured one of the same row and column.</summary>
/// <param name="Published">The published figure, in a unit that people hold where it is a plain number.</param>
/// <param name="PublishedOf">What was published: row and column.</param>
/// <param name="Measured">The trial that measured the same here.</param>
/// <param name="MeasuredOf">The row of that trial.</param>
/// <param name="Metric">The metric of both.</param>
/// <param name="Source">The source of the published figure.</param>
internal sealed partial record PublishedPair(
    string Published, string PublishedOf, TrialResult Measured, string MeasuredOf, MetricInfo Metric, string Source)
{
    /// <summary>
    /// Returns the published figure that belongs to a trial: of the tables' cells that show this trial, or any trial where none does, the
    /// first with a published cell above it in its column. Of consecutive published rows the first counts. Null when there is none.
    /// </summary>
    /// <param name="record">The record.</param>
    /// <param name="trial">Id of the trial, or null for any.</param>
    public static PublishedPair? Of(RunRecord record, string? trial) =>
        All(record).Where(p => p.Measured.Id == trial).FirstOrDefault() ?? All(record).FirstOrDefault();

    private static IEnumerable<PublishedPair> All(RunRecord record) =>
        from table in record.Tables
        let metric = record.Metrics.FirstOrDefault(m => m.Id == table.Metric)
        where metric is not null
        from row in Enumerable.Range(0, table.Rows.Count)
        from column in Enumerable.Range(0, table.Columns.Count)
        let id = table.Rows[row].Cells[column].Trial
        where id is not null
        let measured = record.Trials.FirstOrDefault(t => t.Id == id)
        where measured is not null && measured.Metrics.ContainsKey(metric.Id)
        let above = PublishedAbove(table, row, column)
        where above is not null
        select new PublishedPair(
            Readable(above.Cells[column].Published!, metric.Unit), Label(above.Label, table.Columns[column]), measured,
            Label(table.Rows[row].Label, table.Columns[column]), metric, $"{table.Title}: {table.Source}");

    private static ComparisonRow? PublishedAbove(ComparisonTable table, int row, int column)
    {
        bool IsPublished(int i) => i >= 0 && table.Rows[i].Cells[column].Published is not null;
        var last = Enumerable.Range(0, row).LastOrDefault(IsPublished, -1);
        while (IsPublished(last - 1))
        {
            last--;
        }

        return last < 0 ? null : table.Rows[last];
    }

    // "measured" and "published" stand above the figures already.
    private static string Label(string row, string column) =>
        string.Join(", ", new[] { Prefix().Replace(row, ""), column }.Where(part => part.Length > 0));

    private static string Readable(string published, string unit)
    {
        if (!Numbers().IsMatch(published))
        {
            return Clock().IsMatch(published) ? $"{published} min" : published;
        }

        var values = published.Split(" / ").Select(n => double.Parse(n, NumberStyles.Number, CultureInfo.InvariantCulture)).ToList();
        var (factor, shown) = Amount.ScaleOf(values.Max(), unit);
        return $"{string.Join(" / ", values.Select(v => Amount.Number(v * factor)))} {shown}".TrimEnd();
    }

    [GeneratedRegex(@"^\d+:\d\d$")]
    private static partial Regex Clock();

    [GeneratedRegex(@"^(?:published|measured)(?:: )?")]
    private static partial Regex Prefix();

    [GeneratedRegex(@"^[\d,]+(?:\.\d+)?(?: / [\d,]+(?:\.\d+)?)*$")]
    private static partial Regex Numbers();
}
