using System.Globalization;
using System.Text.RegularExpressions;
using Fathom.Records.Words;

namespace Fathom.Records.Reports.Summary;

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
    /// Returns the published figure that belongs to a proof: the first that was measured in its slow trial and that its change improves. (A
    /// figure that gets no better is not the one that was complained about: without compression, a response is faster and larger.) Where
    /// there is none, the first of the metric of the proof; else the first of all. Of consecutive published rows the first counts. Null
    /// when no table has a published cell above a measured one.
    /// </summary>
    /// <param name="record">The record.</param>
    /// <param name="proof">The pair of the proof, or null where there is none.</param>
    public static PublishedPair? Of(RunRecord record, FindingPair? proof)
    {
        var all = All(record).ToList();
        return all.Find(p => p.Measured.Id == proof?.Baseline && Improvement(record, proof, p.Metric) is not null)
            ?? all.Find(p => p.Metric.Id == proof?.Metric) ?? all.FirstOrDefault();
    }

    /// <summary>Returns the value with the fix, where this figure is of the slow trial of the proof; else null.</summary>
    public MetricValue? WithFix(RunRecord record, FindingPair? proof) =>
        proof is not null && Measured.Id == proof.Baseline ? Improvement(record, proof, Metric) : null;

    // The value of the trial with one factor changed, if it is the better one.
    private static MetricValue? Improvement(RunRecord record, FindingPair proof, MetricInfo metric)
    {
        MetricValue? Of(string id) => record.Trials.FirstOrDefault(t => t.Id == id)?.Metrics.GetValueOrDefault(metric.Id);
        return (Of(proof.Baseline), Of(proof.Counterfactual)) is ({ } slow, { } changed)
            && (metric.Better == Better.Higher ? changed.Value > slow.Value : changed.Value < slow.Value) ? changed : null;
    }

    private static IEnumerable<PublishedPair> All(RunRecord record) =>
        from table in record.Tables
        let metric = record.Metrics.FirstOrDefault(m => m.Id == table.Metric)
        where metric is not null
        from row in Enumerable.Range(0, table.Rows.Count)
        from column in Enumerable.Range(0, table.Columns.Count)
        let cell = table.Rows[row].Cells[column]
        let id = cell.Trial
        where id is not null && cell.Metric is null
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
            return Clock().IsMatch(published) ? $"{published} min" : WithError().IsMatch(published) ? $"{published} {unit}" : published;
        }

        var values = published.Split(" / ").Select(n => double.Parse(n, NumberStyles.Number, CultureInfo.InvariantCulture)).ToList();
        var (factor, shown) = Amount.ScaleOf(values.Max(), unit);
        return $"{string.Join(" / ", values.Select(v => Amount.Number(v * factor)))} {shown}".TrimEnd();
    }

    // A figure with its error: 323.6 (6.4).
    [GeneratedRegex(@"^[\d.]+ \([\d.]+\)$")]
    private static partial Regex WithError();

    [GeneratedRegex(@"^\d+:\d\d$")]
    private static partial Regex Clock();

    [GeneratedRegex(@"^(?:published|measured)(?:: )?")]
    private static partial Regex Prefix();

    [GeneratedRegex(@"^[\d,]+(?:\.\d+)?(?: / [\d,]+(?:\.\d+)?)*$")]
    private static partial Regex Numbers();
}
