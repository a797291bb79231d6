using Fathom.Records.Reports.Html;
using Fathom.Records.Reports.Summary;
using Fathom.Records.Reports.Svg;
using Fathom.Records.Words;

namespace Fathom.Records.Reports.Pictures;

/// <summary>
/// Writes the one picture of a study's first screen: the slow trial above the trials with one factor changed, as bars from 0 with a dot for
/// every replicate. It shows the strongest proof and, below it, the same cause's other proofs from the same slow trial.
/// </summary>
internal static class ProofPicture
{
    private const int MaxBars = 5;

    public static void Write(HtmlWriter html, ReportStudy study, Finding proof, FindingPair pair)
    {
        var bars = Bars(study, proof, pair);
        if (study.Metric(pair.Metric) is not { } metric || bars.Count < 2)
        {
            return;
        }

        var name = MetricWords.Of(metric);
        using (html.Tag("figure", ("class", "proof")))
        {
            using (html.Tag("figcaption"))
            {
                html.Element("strong", Capital.Of(name));
                html.Text($", with one thing changed at a time{Surroundings(study, pair)}. Bars are medians, dots replicates; "
                    + $"{TrialNames.Level(pair.Changed.Factor, pair.Changed.From)} over "
                    + $"{TrialNames.Level(pair.Changed.Factor, pair.Changed.To)}: ");
                html.Element("strong", ProofText.Times(pair));
                html.Text(".");
            }

            new BarChart(name, metric.Unit, bars.ConvertAll(b => b.Bar), IsContrast: true)
                .Write(html, $"{study.Slug}.proof", Canvas.HalfOrNarrow);
            Sections.Details.Write(html, "The figures of this picture", () => HtmlTable.Write(
                html, $"{Capital.Of(name)} by trial", [new("Trial"), new(name, true)], () =>
                {
                    foreach (var (bar, trial) in bars)
                    {
                        using (html.Tag("tr"))
                        {
                            html.Element("th", bar.Label, ("scope", "row"));
                            html.Cell(trial.Metrics[metric.Id]);
                        }
                    }
                }));
        }
    }

    private static List<(Bar Bar, TrialResult Trial)> Bars(ReportStudy study, Finding proof, FindingPair pair) =>
    [
        .. Bar(study, pair.Metric, pair.Baseline, TrialNames.Level(pair.Changed.Factor, pair.Changed.From), "slow"),
        .. study.Record.Findings
            .Where(f => f.Kind == FindingKind.Finding && f.Id == proof.Id && f.Pair is { } other && other.Baseline == pair.Baseline
                && other.Metric == pair.Metric)
            .OrderByDescending(f => f == proof).Take(MaxBars - 1)
            .SelectMany(f => Bar(study, pair.Metric, f.Pair!.Counterfactual,
                TrialNames.Level(f.Pair.Changed.Factor, f.Pair.Changed.To), f == proof ? "fixed" : "other")),
    ];

    private static IEnumerable<(Bar Bar, TrialResult Trial)> Bar(ReportStudy study, string metric, string id, string label, string look)
    {
        if (study.Trial(id) is { } trial && trial.Metrics.TryGetValue(metric, out var value))
        {
            yield return (new Bar(label, look, value.Value, value.Low, value.High)
            {
                Points = [.. trial.Replicates.Where(r => r.Values.ContainsKey(metric)).Select(r => r.Values[metric])],
            }, trial);
        }
    }

    private static string Surroundings(ReportStudy study, FindingPair pair) =>
        study.Names.Surroundings(pair) is { Length: > 0 } words ? $" ({words})" : "";
}
