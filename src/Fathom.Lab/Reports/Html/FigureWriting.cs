using System.Globalization;
using Fathom.Lab.Results;

namespace Fathom.Lab.Reports.Html;

/// <summary>Writes figures as elements with their exact value.</summary>
internal static class FigureWriting
{
    /// <summary>Writes a figure within a sentence.</summary>
    public static void Value(this HtmlWriter html, double value, string unit = "") =>
        html.Element("span", Figure.WithUnit(value, unit), ("data-v", Figure.Data(value)), ("class", "v"));

    public static void Cell(this HtmlWriter html, double value)
    {
        // The style sheet treats cells with data-v as figures. In a table of tens of thousands of cells, a class attribute would be a tenth
        // of the page.
        var data = Figure.Data(value);
        html.Element("td", Figure.Show(value), ("data-v", data), ("class", data is null ? "n" : null));
    }

    public static void Cell(this HtmlWriter html, int value) =>
        html.Element("td", value.ToString(CultureInfo.InvariantCulture), ("class", "n"));

    public static void TextCell(this HtmlWriter html, string text) => html.Element("td", text);

    /// <summary>Writes a cell of prose, which needs a minimum width.</summary>
    public static void ProseCell(this HtmlWriter html, string text) => html.Element("td", text, ("class", "prose"));

    /// <summary>Writes a metric of a trial, or a dash when it was not measured.</summary>
    public static void Cell(this HtmlWriter html, MetricValue? metric)
    {
        if (metric is null)
        {
            html.Element("td", Figure.Missing, ("class", "n"));
            return;
        }

        var data = DataOf(metric);
        using (html.Tag("td", ("class", data is null ? "n" : null), ("data-v", data)))
        {
            html.Text(Figure.Show(metric.Value));
            html.Element("small", Figure.Interval(metric.Low, metric.High));
        }
    }

    /// <summary>Returns the exact values of a metric and its interval, or null when none is rounded.</summary>
    public static string? DataOf(MetricValue metric) => Figure.Data(metric.Value, metric.Low, metric.High);
}
