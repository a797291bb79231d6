using System.Globalization;
using Fathom.Records.Reports.Html;
using Fathom.Records.Reports.Pictures;
using Fathom.Records.Reports.Summary;
using Fathom.Records.Words;

namespace Fathom.Records.Reports.Sections;

/// <summary>Writes what a reader sees of a study without opening anything: the question, the answer, the published figure beside the
/// measured one, one picture of the proof, and the fix.</summary>
internal static class FirstScreen
{
    // From here on a duration is in minutes.
    private const double LongSeconds = 120;

    public static void Write(HtmlWriter html, ReportStudy study)
    {
        var record = study.Record;
        html.Element("p", record.Question, ("class", "question"));
        html.Element("p", record.Answer, ("class", "lead"));
        PartialMark.Write(html, record);
        DisturbanceMark.Write(html, record);
        Figures(html, study);
        if (study.Proof is { Pair: { } pair } proof)
        {
            using (html.Tag("div", ("class", "screen")))
            {
                ProofPicture.Write(html, study, proof, pair);
                Fix(html, proof);
            }
        }

        Meta(html, record);
        html.Line();
    }

    private static void Figures(HtmlWriter html, ReportStudy study)
    {
        var pair = study.Proof?.Pair;
        if (PublishedPair.Of(study.Record, pair) is not { } published)
        {
            return;
        }

        using (html.Tag("dl", ("class", "figures")))
        {
            Box("Published", published.PublishedOf, () => html.Text(published.Published));
            Box($"Measured here, .NET {study.Record.Machine.Dotnet}", published.MeasuredOf,
                () => Value(published.Measured.Metrics[published.Metric.Id]));
            if (published.WithFix(study.Record, pair) is { } changed)
            {
                Box("With the fix", TrialNames.Level(pair!.Changed.Factor, pair.Changed.To), () => Value(changed), "fixed");
            }
        }

        html.Element("p", $"{published.Source}.", ("class", "meta source"));

        void Value(MetricValue value) =>
            html.Element("span", Amount.Show(value.Value, value.Unit), ("data-v", FigureWriting.DataOf(value)), ("class", "v"));

        void Box(string head, string what, Action figure, string? look = null)
        {
            using (html.Tag("div", ("class", look)))
            {
                html.Element("dt", head);
                using (html.Tag("dd"))
                {
                    using (html.Tag("b"))
                    {
                        figure();
                    }

                    html.Element("small", what);
                }
            }
        }
    }

    private static void Fix(HtmlWriter html, Finding proof)
    {
        using (html.Tag("div", ("class", "fix")))
        {
            html.Element("p", "The fix", ("class", "label"));
            FixCode.Write(html, proof);
            using (html.Tag("p", ("class", "meta")))
            {
                html.Text("Cause: ");
                html.Element("code", proof.Id);
                html.Text(", explained in ");
                html.Element("code", $"docs/findings/{proof.Id}.md");
                html.Text(".");
            }
        }
    }

    private static void Meta(HtmlWriter html, RunRecord record)
    {
        using (html.Tag("p", ("class", "meta")))
        {
            html.Text(string.Create(CultureInfo.InvariantCulture,
                $"Study {record.Study}, profile {record.Profile}: {Extent(record)}, {Cores(record.Machine.Cores)}, .NET "
                    + $"{record.Machine.Dotnet}; "));
            html.Element("time", string.Create(CultureInfo.InvariantCulture, $"{record.Started.UtcDateTime:yyyy-MM-dd HH:mm:ss} UTC"),
                ("class", "v"));
            html.Text(", ");
            html.Element(
                "span", Duration(record.ElapsedSeconds), ("data-v", Figure.DataOfAmounts(record.ElapsedSeconds)), ("class", "v"));
            html.Text(string.Concat([".", .. record.LeftOut.Select(sentence => $" {sentence}")]));
        }
    }

    private static string Extent(RunRecord record)
    {
        var (errors, failures) = (record.Trials.Sum(t => t.Errors), record.Failures.Count);
        string[] parts =
        [
            Counted(record.Trials.Count, "trial"),
            Counted(record.Trials.Sum(t => t.Replicates.Count), "replicate"),
            .. errors > 0 ? [Counted(errors, "failed call")] : Array.Empty<string>(),
            .. failures > 0 ? [$"{Counted(failures, "replicate")} that could not be measured"] : Array.Empty<string>(),
        ];
        return string.Join(", ", parts);
    }

    private static string Duration(double seconds) =>
        seconds < LongSeconds ? Amount.Show(seconds, "s") : $"{Amount.Number(seconds / 60)} min";

    private static string Cores(int cores) => cores == 1 ? "1 core" : string.Create(CultureInfo.InvariantCulture, $"{cores} cores");

    private static string Counted(int count, string what) =>
        string.Create(CultureInfo.InvariantCulture, $"{count} {what}{(count == 1 ? "" : "s")}");
}

/// <summary>Writes the code of a fix.</summary>
internal static class FixCode
{
    public static void Write(HtmlWriter html, Finding finding)
    {
        var what = finding.Changed is { } changed ? $"{finding.Id}: {TrialNames.Level(changed.Factor, changed.To)}" : finding.Id;
        using (html.Tag("pre", ("tabindex", "0"), ("role", "region"), ("aria-label", $"The fix for {what}")))
        {
            html.Element("code", finding.Fix);
        }
    }
}
