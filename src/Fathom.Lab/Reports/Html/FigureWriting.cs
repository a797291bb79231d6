using System.Globalization;
using Fathom.Lab.Results;

namespace Fathom.Lab.Reports.Html;

/// <summary>Writes figures as elements that carry the whole value.</summary>
internal static class FigureWriting
{
    /// <summary>A figure within a sentence.</summary>
    public static void Value(this HtmlWriter html, double value, string unit = "") =>
        html.Element("span", Figure.WithUnit(value, unit), ("data-v", Figure.Data(value)), ("class", "v"));

    public static void Cell(this HtmlWriter html, double value)
    {
        // The style sheet knows a cell with data-v for a figure; of tens of thousands of cells, the class would be a tenth of the page.
        var data = Figure.Data(value);
        html.Element("td", Figure.Show(value), ("data-v", data), ("class", data is null ? "n" : null));
    }

    public static void Cell(this HtmlWriter html, int value) =>
        html.Element("td", value.ToString(CultureInfo.InvariantCulture), ("class", "n"));

    public static void TextCell(this HtmlWriter html, string text) => html.Element("td", text);

    /// <summary>A cell of words, which need some width to be read.</summary>
    public static void ProseCell(this HtmlWriter html, string text) => html.Element("td", text, ("class", "prose"));

    /// <summary>A metric of a trial, or a dash where it was not measured.</summary>
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

    /// <summary>The whole values of a metric and its interval, where they are not shown whole.</summary>
    public static string? DataOf(MetricValue metric) => Figure.Data(metric.Value, metric.Low, metric.High);
}
