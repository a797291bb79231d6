using Fathom.Lab.Reports.Html;
using Fathom.Lab.Reports.Svg;
using Fathom.Lab.Results;

namespace Fathom.Lab.Reports.Pictures;

/// <summary>What the line of each trial looks like. A trial keeps its look in all pictures of a study.</summary>
internal static class Legend
{
    /// <summary>Class of a drawn trial's lines and bars; the same for all that are not among the chosen ones.</summary>
    public static string Look(ReportStudy study, TrialResult trial)
    {
        var index = study.Drawn.ToList().IndexOf(trial);
        return index < 0 ? "other" : $"s{index}";
    }

    public static void Write(HtmlWriter html, ReportStudy study, IEnumerable<TrialResult> trials) => Write(
        html, trials, trial => Line(html, Look(study, trial)), trial =>
            html.Text($" {study.Label(trial)}{(trial.SideBySide ? " \u2016 side by side" : "")}"));

    /// <summary>A list of swatches, each with what it stands for.</summary>
    /// <param name="html">Where to.</param>
    /// <param name="entries">What is listed.</param>
    /// <param name="swatch">Draws an entry's swatch, 28 by 10.</param>
    /// <param name="text">Writes what stands beside it.</param>
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

    /// <summary>The swatch of a line.</summary>
    public static void Line(HtmlWriter html, string look) => html.Segment($"line {look}", 0, 5, 28, 5);
}
