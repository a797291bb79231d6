using System.Globalization;
using Fathom.Records.Reports.Html;
using Fathom.Records.Reports.Summary;
using Fathom.Records.Words;

namespace Fathom.Records.Reports.Sections;

/// <summary>Writes the pairs of trials of one cause as the rows of a table. On a phone each row is a list.</summary>
internal static class CauseTable
{
    private const string Before = "Before";
    private const string After = "After";
    private const string Times = "Times";
    private const string Chance = "Probability without effect";
    private const string Predicted = "Predicted";
    private const string Accounted = "Accounted for";
    private const string Failed = "Failed calls, before and after";

    public static void Write(HtmlWriter html, ReportStudy study, CauseGroup cause)
    {
        var rows = cause.Findings.Where(f => f.Pair is not null || f.Model is not null).ToList();
        if (rows.Count == 0)
        {
            return;
        }

        var hasModel = rows.Exists(f => f.Model is not null);
        HtmlTable.Write(
            html, rows.Count == 1 ? "Its pair of trials" : "Its pairs of trials",
            [
                new("Changed, and nothing else"), new("Metric"), new(Before, true), new(After, true), new(Times, true),
                new(Chance, true), .. hasModel ? [new TableColumn(HeadOf(rows), true)] : Array.Empty<TableColumn>(), new(Failed, true),
            ],
            () =>
            {
                foreach (var finding in rows)
                {
                    using (html.Tag("tr"))
                    {
                        Row(html, study, finding, hasModel);
                    }
                }
            },
            "Medians of the replicates and the ratio before / after of their geometric means, each with its interval below it, or with the "
                + $"range of too few replicates.{(hasModel ? $" {ModelNote(rows)}" : "")}",
            isReflowed: true);
    }

    private static void Row(HtmlWriter html, ReportStudy study, Finding finding, bool hasModel)
    {
        using (html.Tag("th", ("scope", "row"), ("title", $"{finding.Baseline} and {finding.Counterfactual} in the record")))
        {
            Changed(html, study, finding);
        }

        var metric = finding.Metric is { } id ? study.Metric(id) : null;
        html.Element("td", metric is null ? Figure.Missing : MetricWords.Of(metric), ("class", "prose"), ("data-h", "Metric"));
        html.Cell(MetricOf(study, finding.Baseline, finding.Metric), Before);
        html.Cell(MetricOf(study, finding.Counterfactual, finding.Metric), After);
        Ratio(html, finding);
        html.Element("td", finding.PValue is { } p ? Figure.Show(p) : Figure.Missing,
            ("class", "n"), ("data-v", finding.PValue is { } exact ? Figure.Data(exact) : null), ("data-h", Chance));
        if (hasModel)
        {
            Model(html, finding.Model, HeadOf([finding]));
        }

        Errors(html, study, finding);
    }

    private static void Changed(HtmlWriter html, ReportStudy study, Finding finding)
    {
        html.Text(finding.Kind == FindingKind.Hint ? "Hint: " : "");
        html.Text(finding.Changed is { } changed
            ? $"{TrialNames.Level(changed.Factor, changed.From)} \u2192 {TrialNames.Level(changed.Factor, changed.To)}"
            : "no pair");
        if (finding.Pair is { } pair && study.Names.Surroundings(pair) is { Length: > 0 } words)
        {
            html.Element("small", words);
        }
    }

    private static void Ratio(HtmlWriter html, Finding finding)
    {
        if (finding.Ratio is not { } ratio)
        {
            html.Element("td", Figure.Missing, ("class", "n"), ("data-h", Times));
            return;
        }

        using (html.Tag("td", ("data-v", Figure.DataOfAmounts(ratio.Value, ratio.Low, ratio.High)), ("data-h", Times)))
        {
            html.Element("strong", Figure.Show(ratio.Value));
            html.Element("small", $"{Figure.Interval(ratio.Low, ratio.High)} ({IntervalText.Of(ratio)})");
        }
    }

    private static void Model(HtmlWriter html, ModelCheck? model, string head)
    {
        if (model is null)
        {
            html.Element("td", Figure.Missing, ("class", "n"), ("data-h", head));
            return;
        }

        using (html.Tag("td", ("data-v", Figure.DataOfAmounts(model.Predicted, model.Measured)), ("data-h", head)))
        {
            html.Text(model.IsAccounting ? AccountText.Share(model) : Amount.Show(model.Predicted, model.Unit));
            html.Element("small", $"{(model.IsAccounting ? "of " : "")}measured {Amount.Show(model.Measured, model.Unit)}");
        }
    }

    private static string HeadOf(IEnumerable<Finding> rows) => rows.Any(f => f.Model is { IsAccounting: true }) ? Accounted : Predicted;

    private static string ModelNote(IEnumerable<Finding> rows) => HeadOf(rows) == Accounted
        ? "Accounted for: a part that was measured in the same run, beside the whole. It predicts nothing."
        : "Predicted: by the formula, beside what was measured.";

    private static void Errors(HtmlWriter html, ReportStudy study, Finding finding)
    {
        string Count(string? id) => id is not null && study.Trial(id) is { } trial
            ? trial.Errors.ToString(CultureInfo.InvariantCulture) : Figure.Missing;
        html.Element("td", $"{Count(finding.Baseline)}, {Count(finding.Counterfactual)}", ("class", "n"), ("data-h", Failed));
    }

    private static MetricValue? MetricOf(ReportStudy study, string? trial, string? metric) =>
        trial is null || metric is null ? null : study.Trial(trial)?.Metrics.GetValueOrDefault(metric);
}
