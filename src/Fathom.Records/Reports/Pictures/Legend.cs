using Fathom.Records.Reports.Html;
using Fathom.Records.Reports.Svg;

namespace Fathom.Records.Reports.Pictures;

/// <summary>Styles and legends of trials. A trial has the same style in all pictures of a study.</summary>
internal static class Legend
{
    /// <summary>Returns the CSS class of a trial's lines and bars. All trials that pictures leave out share one class.</summary>
    public static string Look(ReportStudy study, TrialResult trial)
    {
        var index = study.Drawn.ToList().IndexOf(trial);
        return index < 0 ? "other" : $"s{index}";
    }

    public static void Write(HtmlWriter html, ReportStudy study, IEnumerable<TrialResult> trials) => Write(
        html, trials, trial => Line(html, Look(study, trial)), trial =>
            html.Text($" {study.Label(trial)}{(trial.SideBySide ? " \u2016 side by side" : "")}"));

    /// <summary>Writes a list of swatches with their text.</summary>
    /// <param name="html">The writer of the page.</param>
    /// <param name="entries">The entries of the list.</param>
    /// <param name="swatch">Draws the swatch of an entry, 28 by 10 pixels.</param>
    /// <param name="text">Writes the text of an entry.</param>
    public static void Write<T>(HtmlWriter html, IEnumerable<T> entries, Action<T> swatch, Action<T> text)
    {
        using (html.Tag("ul", ("class", "legend")))
        {
            foreach (var entry in entries)
            {
                using (html.Tag("li"))
                {
                    using (html.Tag("svg", ("viewBox", "0 0 28 10"), ("aria-hidden", "true"), ("class", "swatch")))
                    {
                        swatch(entry);
                    }

                    text(entry);
                }
            }
        }
    }

    /// <summary>Draws the swatch of a line.</summary>
    public static void Line(HtmlWriter html, string look) => html.Segment($"line {look}", 0, 5, 28, 5);
}
