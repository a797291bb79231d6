using System.Globalization;
using Fathom.Records.Words;

namespace Fathom.Records.Reports.Html;

/// <summary>Writes figures as elements with their exact value.</summary>
internal static class FigureWriting
{
    /// <summary>Writes a figure within a sentence.</summary>
    public static void Value(this HtmlWriter html, double value, string unit = "") => html.Element(
        "span", Amount.Show(value, unit), ("data-v", unit.Length == 0 ? Figure.Data(value) : Figure.DataOfAmounts(value)), ("class", "v"));

    /// <summary>Writes a number whose unit is in the column's head.</summary>
    public static void Cell(this HtmlWriter html, double value)
    {
        // The style sheet treats cells with data-v as figures. In a table of tens of thousands of cells, a class attribute would be a tenth
        // of the page.
        var data = Figure.Data(value);
        html.Element("td", Figure.Show(value), ("data-v", data), ("class", data is null ? "n" : null));
    }

    /// <summary>Writes a figure in a unit that fits.</summary>
    public static void Cell(this HtmlWriter html, double value, string unit) =>
        html.Element("td", Amount.Show(value, unit), ("data-v", Figure.DataOfAmounts(value)));

    public static void Cell(this HtmlWriter html, int value) =>
        html.Element("td", value.ToString(CultureInfo.InvariantCulture), ("class", "n"));

    public static void TextCell(this HtmlWriter html, string text) => html.Element("td", text);

    /// <summary>Writes a cell of prose, which needs a minimum width.</summary>
    public static void ProseCell(this HtmlWriter html, string text) => html.Element("td", text, ("class", "prose"));

    /// <summary>Writes a metric of a trial with its unit, or a dash when it was not measured.</summary>
    /// <param name="html">The writer of the page.</param>
    /// <param name="metric">The metric, or null.</param>
    /// <param name="head">The column's head, which a phone shows beside the figure; null in tables that scroll there.</param>
    public static void Cell(this HtmlWriter html, MetricValue? metric, string? head = null)
    {
        if (metric is null)
        {
            html.Element("td", Figure.Missing, ("class", "n"), ("data-h", head));
            return;
        }

        using (html.Tag("td", ("data-v", DataOf(metric)), ("data-h", head)))
        {
            html.Text(Amount.Show(metric.Value, metric.Unit));
            html.Element("small", Amount.Range(metric.Low, metric.High, metric.Unit));
        }
    }

    /// <summary>Returns the exact values of a metric and its interval.</summary>
    public static string DataOf(MetricValue metric) => Figure.DataOfAmounts(metric.Value, metric.Low, metric.High);
}
