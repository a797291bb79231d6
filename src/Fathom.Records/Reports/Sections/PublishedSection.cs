using Fathom.Records.Reports.Html;
using Fathom.Records.Words;

namespace Fathom.Records.Reports.Sections;

/// <summary>Published figures beside the measured ones, with their source.</summary>
internal sealed class PublishedSection() : ReportSection("published", "Published, and measured here")
{
    public override bool Applies(ReportStudy study) => study.Record.Tables.Count > 0 || study.Record.Lines.Count > 0;

    public override void Write(HtmlWriter html, ReportStudy study)
    {
        foreach (var table in study.Record.Tables)
        {
            HtmlTable.Write(
                html, table.Title,
                [new("Row"), .. table.Columns.Select(c => new TableColumn(c, IsFigure: true))],
                () => Rows(html, study, table),
                $"Published figures, as they were printed: {table.Source}. Measured here: in bold, with interval and trial.",
                isReflowed: true);
        }

        if (study.Record.Lines.Count > 0)
        {
            Details.Write(html, "Measured here, in the published form", () => Lines(html, study));
        }
    }

    private static void Lines(HtmlWriter html, ReportStudy study)
    {
        using (html.Tag("pre", ("tabindex", "0"), ("role", "region"), ("aria-label", "Lines in the published form")))
        {
            html.Element("code", string.Join('\n', study.Record.Lines.Select(l => $"{study.Names.Of(l.Trial)}: {l.Text}")));
        }
    }

    private static void Rows(HtmlWriter html, ReportStudy study, ComparisonTable table)
    {
        foreach (var row in table.Rows)
        {
            using (html.Tag("tr", ("class", row.Cells.Any(c => c.Trial is not null) ? "measured" : null)))
            {
                html.Element("th", row.Label, ("scope", "row"));
                foreach (var (cell, column) in row.Cells.Zip(table.Columns))
                {
                    Cell(html, study, table.Metric, cell, column);
                }
            }
        }
    }

    private static void Cell(HtmlWriter html, ReportStudy study, string metric, ComparisonCell cell, string column)
    {
        using (html.Tag("td", ("class", "n"), ("data-h", column)))
        {
            if (cell.Published is not null)
            {
                html.Text(cell.Published);
            }

            if (cell.Trial is not null && study.Trial(cell.Trial)?.Metrics.GetValueOrDefault(cell.Metric ?? metric) is { } value)
            {
                html.Element("strong", Amount.Show(value.Value, value.Unit), ("data-v", FigureWriting.DataOf(value)));
                html.Element("small", Amount.Range(value.Low, value.High, value.Unit));
                html.Element("small", study.Names.Of(cell.Trial), ("class", "trial"));
            }
            else if (cell.Published is null)
            {
                html.Text(Figure.Missing);
            }
        }
    }
}
