using System.Globalization;
using Fathom.Records.Reports;
using Fathom.Records.Reports.Html;

namespace Fathom.Bench.Worlds;

/// <summary>The page of the worlds: one self-contained HTML file, with the bars and the matrix.</summary>
internal static class WorldsPage
{
    private const string Title = "Worlds in which the truth is known";

    private static readonly TableColumn[] BarColumns =
        [new("Share of worlds"), new("Share", IsFigure: true), new("Bar", IsFigure: true), new("Worlds", IsFigure: true)];

    private static readonly TableColumn[] MatrixColumns =
    [
        new("What is wrong"), new("Server's processors"), new("Worlds", IsFigure: true), new("Truth alone", IsFigure: true),
        new("Among two", IsFigure: true), new("Wrong, found", IsFigure: true), new("What was said"),
    ];

    public static string Write(WorldsOptions options, IReadOnlyList<WorldsBar> bars, IReadOnlyList<WorldsRow> rows)
    {
        var html = new HtmlWriter();
        using (html.Document("en"))
        {
            using (html.Tag("head"))
            {
                html.Empty("meta", ("charset", "utf-8"));
                html.Empty("meta", ("name", "viewport"), ("content", "width=device-width, initial-scale=1"));
                html.Empty("meta", ("name", "color-scheme"), ("content", "light dark"));
                html.Empty("meta", ("http-equiv", "Content-Security-Policy"), ("content", "default-src 'none'; style-src 'unsafe-inline'"));
                html.Element("title", $"Fathom: {Title}");
                html.Style(HtmlReport.Css());
            }

            using (html.Tag("body"))
            using (html.Tag("main"))
            using (html.Tag("article"))
            {
                html.Element("h1", Title);
                html.Element("p", string.Create(CultureInfo.InvariantCulture,
                    $"Simulations of a client, a path and a server with {options.Seeds:#,0} sets of random parameters, from seed "
                        + $"{options.From} on. Each was examined in virtual time. "
                        + $"{(bars.All(b => b.Holds) ? "All bars hold." : "A bar was missed.")}"),
                    ("class", "answer"));
                Bars(html, bars);
                Matrix(html, rows);
            }
        }

        return html.Finish();
    }

    private static void Bars(HtmlWriter html, IReadOnlyList<WorldsBar> bars) =>
        HtmlTable.Write(html, "The bars", BarColumns, () =>
        {
            foreach (var bar in bars)
            {
                Row(html, bar.Of, BarColumns, Percent(bar.Count, bar.Worlds),
                    $"{(bar.IsMost ? "at most" : "at least")} {Percent(bar.Bar, 1)}{(bar.Holds ? "" : ", missed")}", Whole(bar.Worlds));
            }
        });

    private static void Matrix(HtmlWriter html, IReadOnlyList<WorldsRow> rows) =>
        HtmlTable.Write(html, "What was said, by what is wrong", MatrixColumns, () =>
        {
            foreach (var row in rows)
            {
                var hasTruth = row.Named > 0 || row.Right.Count > 0;
                Row(html, row.Right.Count == 0 ? row.Fault : $"{row.Fault} ({string.Join(", or ", row.Right)})", MatrixColumns,
                    row.SeesProcessors ? "read" : "not read", Whole(row.Worlds), hasTruth ? Percent(row.Alone, row.Worlds) : "",
                    hasTruth ? Percent(row.AmongTwo, row.Worlds) : "", Percent(row.WrongProven, row.Worlds),
                    string.Join("; ", row.Verdicts.Select(v => $"{v.Key} {Whole(v.Value)}")));
            }
        }, "A star follows what was said to be found; otherwise it is what is left.");

    private static void Row(HtmlWriter html, string head, IReadOnlyList<TableColumn> columns, params ReadOnlySpan<string> cells)
    {
        using (html.Tag("tr"))
        {
            html.Element("th", head, ("scope", "row"));
            for (var i = 0; i < cells.Length; i++)
            {
                html.Element("td", cells[i], ("class", columns[i + 1].IsFigure ? "n" : null));
            }
        }

        html.Line();
    }

    private static string Whole(int count) => count.ToString("#,0", CultureInfo.InvariantCulture);

    private static string Percent(double part, double all) =>
        all == 0 ? "" : string.Create(CultureInfo.InvariantCulture, $"{100 * part / all:0.0} %");
}
