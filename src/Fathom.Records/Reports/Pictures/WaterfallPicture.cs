using Fathom.Records.Reports.Html;
using Fathom.Records.Reports.Sections;
using Fathom.Records.Reports.Svg;
using Fathom.Records.Words;

namespace Fathom.Records.Reports.Pictures;

/// <summary>Writes where the time of traced requests went, process by process: of the requests around the median, and of the slowest 1 %.
/// One picture for each of the two trials of the proof; for the first trials with traces where there is no proof.</summary>
internal static class WaterfallPicture
{
    private const int MaxTrials = 3;

    // A part that is a smaller share of the largest is only in the table.
    private const double MinShare = 0.01;

    private static readonly (string Requests, string Words)[] Groups =
        [("median", "the requests around the median"), ("slowest", "the slowest 1 %")];

    private static readonly (string Kind, string Words)[] Kinds =
        [("queue", "waits for a thread"), ("connect", "waits for a connection"), ("wire", "wire"), ("handler", "handler")];

    /// <summary>Writes the pictures.</summary>
    public static void Write(HtmlWriter html, ReportStudy study)
    {
        foreach (var trial in study.Drawn.Where(t => t.Waterfall is not null).Take(MaxTrials))
        {
            using (html.Tag("figure"))
            {
                using (html.Tag("figcaption"))
                {
                    html.Element("strong", $"Where the time of a request goes: {study.Label(trial)}");
                    html.Text(". Milliseconds a request, by process, from the traces of all processes.");
                }

                foreach (var (requests, words) in Groups)
                {
                    html.Element("p", Capital.Of(words), ("class", "label"));
                    Chart(html, study, trial, requests, words);
                }

                Details.Write(html, "The figures of this picture", () => Table(html, study, trial));
            }
        }
    }

    private static void Chart(HtmlWriter html, ReportStudy study, TrialResult trial, string requests, string words)
    {
        var parts = InOrder(trial).Where(p => p.Requests == requests).ToList();
        var shown = parts.Where(p => p.Ms > 0 && p.Ms >= MinShare * parts.Max(q => q.Ms)).ToList();
        if (shown.Count > 0)
        {
            new BarChart($"{study.Label(trial)}: {words}", "ms",
                [.. shown.Select(p => new Bar($"{p.Process}: {WordsOf(p.Kind)}", Legend.Look(study, trial), p.Ms, p.Ms, p.Ms))],
                IsContrast: true)
                .Write(html, $"{study.Slug}.waterfall.{trial.Id}.{requests}");
        }
    }

    private static void Table(HtmlWriter html, ReportStudy study, TrialResult trial) => HtmlTable.Write(
        html, $"Where the time of a request goes: {study.Label(trial)}",
        [new("Requests"), new("Process"), new("Part"), new("ms", true)], () =>
        {
            foreach (var part in InOrder(trial))
            {
                using (html.Tag("tr"))
                {
                    html.Element("th", Groups.First(g => g.Requests == part.Requests).Words, ("scope", "row"));
                    html.Element("td", part.Process);
                    html.Element("td", WordsOf(part.Kind));
                    html.Cell(part.Ms);
                }
            }
        });

    private static IEnumerable<WaterfallPart> InOrder(TrialResult trial) => trial.Waterfall!
        .OrderBy(p => p.Requests, StringComparer.Ordinal).ThenBy(p => p.Process, StringComparer.Ordinal)
        .ThenBy(p => Array.FindIndex(Kinds, k => k.Kind == p.Kind));

    private static string WordsOf(string kind) => Kinds.First(k => k.Kind == kind).Words;
}
