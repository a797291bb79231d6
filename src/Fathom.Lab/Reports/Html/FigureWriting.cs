using System.Globalization;
using Fathom.Lab.Results;

namespace Fathom.Lab.Reports.Html;

/// <summary>Writes figures as elements that carry the whole value.</summary>
internal static class FigureWriting
{
    /// <summary>A figure within a sentence.</summary>
    public static void Value(this HtmlWriter html, double value, string unit = "") =>
        html.Element("span", Figure.WithUnit(value, unit), ("data-value", Figure.Data(value)), ("class", "v"));

    public static void Cell(this HtmlWriter html, double value) =>
        html.Element("td", Figure.Show(value), ("data-value", Figure.Data(value)), ("class", "n"));

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

        using (html.Tag("td", ("class", "n"), ("data-value", DataOf(metric))))
        {
            html.Text(Figure.Show(metric.Value));
            html.Element("small", Figure.Interval(metric.Low, metric.High));
        }
    }

    /// <summary>The whole values of a metric and its interval, where they are not shown whole.</summary>
    public static string? DataOf(MetricValue metric) => Figure.Data(metric.Value, metric.Low, metric.High);
}
