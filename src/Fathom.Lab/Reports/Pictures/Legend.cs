using Fathom.Lab.Reports.Html;
using Fathom.Lab.Reports.Svg;
using Fathom.Lab.Results;

namespace Fathom.Lab.Reports.Pictures;

/// <summary>What the line of each trial looks like. A trial keeps its look in all pictures of a study.</summary>
internal static class Legend
{
    /// <summary>Class of a drawn trial's lines and bars; the same for all that are not among the chosen ones.</summary>
    public static string Look(StudyView study, TrialResult trial)
    {
        var index = study.Drawn.ToList().IndexOf(trial);
        return index < 0 ? "other" : $"s{index}";
    }

    public static void Write(HtmlWriter html, StudyView study, IEnumerable<TrialResult> trials)
    {
        using (html.Tag("ul", ("class", "legend")))
        {
            foreach (var trial in trials)
            {
                using (html.Tag("li"))
                {
                    using (html.Tag("svg", ("viewBox", "0 0 28 10"), ("aria-hidden", "true"), ("class", "swatch")))
                    {
                        html.Segment($"line {Look(study, trial)}", 0, 5, 28, 5);
                    }

                    html.Text($" {study.Label(trial)}{(trial.SideBySide ? " \u2016 side by side" : "")}");
                }
            }
        }
    }
}
