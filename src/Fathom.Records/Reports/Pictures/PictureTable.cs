using Fathom.Records.Reports.Html;
using Fathom.Records.Reports.Sections;
using Fathom.Records.Words;

namespace Fathom.Records.Reports.Pictures;

/// <summary>Writes the figures of a declared picture as a table with a row for each trial.</summary>
internal static class PictureTable
{
    /// <summary>Writes the table.</summary>
    /// <param name="html">The writer of the page.</param>
    /// <param name="study">The study of the picture.</param>
    /// <param name="picture">The picture.</param>
    /// <param name="mark">The metric of its marks, or null when there are none.</param>
    public static void Write(HtmlWriter html, ReportStudy study, DeclaredPicture picture, MetricInfo? mark)
    {
        TableColumn[] columns =
        [
            new("Trial"), .. picture.Info.Panels.Select(p => new TableColumn(p)), new(picture.Info.Series),
            new(picture.X.Words, true, Figure.Unit(picture.X.Unit)), new(MetricWords.Of(picture.Y), true),
            .. mark is null ? Array.Empty<TableColumn>() : [new(MetricWords.Of(mark), true)],
        ];
        HtmlTable.Write(html, $"{picture.Info.Title}, by trial", columns, () =>
        {
            foreach (var (trial, x, y) in picture.Panels.SelectMany(p => p.Series).SelectMany(s => s.Points))
            {
                using (html.Tag("tr"))
                {
                    TrialCells.RowHead(html, study, trial);
                    foreach (var factor in picture.Info.Panels.Append(picture.Info.Series))
                    {
                        html.TextCell(TrialNames.Level(factor, ReportStudy.Level(trial, factor)));
                    }

                    html.Cell(x);
                    html.Cell(y);
                    if (mark is not null)
                    {
                        html.Cell(trial.Metrics.GetValueOrDefault(mark.Id));
                    }
                }
            }
        });
    }
}
