using System.Globalization;
using Fathom.Lab.Results;

namespace Fathom.Lab.Reports.Html;

/// <summary>Writes figures as elements that carry the whole value.</summary>
internal static class FigureWriting
{
    /// <summary>A figure within a sentence.</summary>
    public static void Value(this HtmlWriter html, double value, string unit = "") =>
        html.Element("span", Figure.WithUnit(value, unit), ("data-value", Figure.Data(value)), ("class", "v"));

    /// <summary>A value and its interval within a sentence or cell.</summary>
    public static void ValueWithInterval(this HtmlWriter html, double value, double low, double high, string unit = "")
    {
        using (html.Tag("span", ("data-value", Figure.Data(value, low, high)), ("class", "v")))
        {
            html.Text(Figure.WithUnit(value, unit));
            html.Element("small", Figure.Interval(low, high));
        }
    }

    public static void Cell(this HtmlWriter html, double value) =>
        html.Element("td", Figure.Show(value), ("data-value", Figure.Data(value)), ("class", "n"));

    public static void Cell(this HtmlWriter html, int value) =>
        html.Element("td", value.ToString(CultureInfo.InvariantCulture), ("class", "n"));

    public static void TextCell(this HtmlWriter html, string text) => html.Element("td", text);

    /// <summary>A metric of a trial, or a dash where it was not measured.</summary>
    public static void Cell(this HtmlWriter html, MetricValue? metric)
    {
        if (metric is null)
        {
            html.Element("td", Figure.Missing, ("class", "n"));
            return;
        }

        using (html.Tag("td", ("class", "n"), ("data-value", Figure.Data(metric.Value, metric.Low, metric.High))))
        {
            html.Text(Figure.Show(metric.Value));
            html.Element("small", Figure.Interval(metric.Low, metric.High));
        }
    }
}
