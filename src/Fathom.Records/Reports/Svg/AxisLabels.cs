using Fathom.Records.Reports.Html;

namespace Fathom.Records.Reports.Svg;

/// <summary>The labels of the two axes of a chart: above it and below it, in as many lines as its width requires.</summary>
/// <param name="XLines">Lines of the label of the horizontal axis.</param>
/// <param name="YLines">Lines of the label of the vertical axis.</param>
internal sealed record AxisLabels(IReadOnlyList<string> XLines, IReadOnlyList<string> YLines)
{
    private const double LineHeight = 14;

    // Of the labels of ticks and the first line.
    private const double Below = 42;
    private const double Above = 26;

    /// <summary>Height of what is above the chart, in pixels.</summary>
    public double Top => Above + ((YLines.Count - 1) * LineHeight);

    /// <summary>Height of what is below the chart, in pixels.</summary>
    public double Bottom => Below + ((XLines.Count - 1) * LineHeight);

    /// <summary>Breaks the labels for a width.</summary>
    /// <param name="x">Label of the horizontal axis.</param>
    /// <param name="y">Label of the vertical axis.</param>
    /// <param name="width">Width of the drawing, in pixels.</param>
    /// <param name="right">Right end of the horizontal axis, where its label ends, in pixels.</param>
    public static AxisLabels Of(string x, string y, double width, double right) => new(Canvas.Lines(x, right), Canvas.Lines(y, width - 4));

    /// <summary>Draws both labels.</summary>
    /// <param name="html">The writer of the page.</param>
    /// <param name="right">Right end of the horizontal axis, in pixels.</param>
    /// <param name="bottom">Lower end of the vertical axis, in pixels.</param>
    public void Draw(HtmlWriter html, double right, double bottom)
    {
        foreach (var (index, line) in YLines.Index())
        {
            html.Label(line, 2, 12 + (index * LineHeight), look: "axis");
        }

        foreach (var (index, line) in XLines.Index())
        {
            html.Label(line, right, bottom + 34 + (index * LineHeight), "end", "axis");
        }
    }
}
