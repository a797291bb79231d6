using System.Globalization;
using System.Text;
using Fathom.Records.Doctors;
using Fathom.Records.Reports.Html;
using Fathom.Records.Words;

namespace Fathom.Records.Reports.Doctors;

/// <summary>The page of a verdict: one self-contained HTML file, without scripts, network access or external fonts. All content comes from
/// the record, and is escaped.</summary>
public static class DoctorPage
{
    /// <summary>Writes the page and replaces the file atomically.</summary>
    /// <exception cref="RunRecordException">The file cannot be written.</exception>
    public static void WriteFile(string path, DoctorRecord record)
    {
        try
        {
            AtomicFile.Write(path, Encoding.UTF8.GetBytes(Write(record)));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new RunRecordException(path, $"the page cannot be written: {e.Message}", "Give a writable folder with --out DIR.",
                inner: e);
        }
    }

    /// <summary>The page.</summary>
    public static string Write(DoctorRecord record)
    {
        ArgumentNullException.ThrowIfNull(record);
        var html = new HtmlWriter();
        using (html.Document("en"))
        {
            Head(html, record);
            using (html.Tag("body"))
            using (html.Tag("main"))
            {
                html.Element("h1", "Fathom doctor", ("class", "kicker"));
                using (html.Tag("article"))
                {
                    html.Element("h2", record.Target.Name);
                    if (record.Partial)
                    {
                        html.Element("p", "Interrupted: this is the verdict on what was seen before.", ("class", "partial"));
                    }

                    html.Element("p", record.Verdict, ("class", "answer"));
                    Against(html, record.Against);
                    Causes(html, record);
                    List(html, "Where the time goes", record.Time);
                    List(html, "Ruled out", record.RuledOut.Select(r => $"{r.Id}: {r.By}"));
                    List(html, "Could not be looked at", record.NotSeen);
                    Observations(html, record);
                    Runs(html, record);
                    Machine(html, record.Machine);
                }
            }
        }

        return html.Finish();
    }

    private static void Head(HtmlWriter html, DoctorRecord record)
    {
        using (html.Tag("head"))
        {
            html.Empty("meta", ("charset", "utf-8"));
            html.Empty("meta", ("name", "viewport"), ("content", "width=device-width, initial-scale=1"));
            html.Empty("meta", ("name", "color-scheme"), ("content", "light dark"));
            html.Empty("meta", ("http-equiv", "Content-Security-Policy"), ("content", "default-src 'none'; style-src 'unsafe-inline'"));
            html.Element("title", $"Fathom: {record.Target.Name}");
            html.Style(HtmlReport.Css());
        }
    }

    private static void Against(HtmlWriter html, DoctorChange? change)
    {
        if (change is null)
        {
            return;
        }

        html.Element("h3", Plain($"Against the record of {change.Since.UtcDateTime:yyyy-MM-dd HH:mm} (UTC)"));
        html.Element("p", change.Verdict);
        if (change.Time is { } time)
        {
            html.Element("p", DoctorChangeText.Time(time));
        }

        List(html, "What became of the causes", change.Causes.Select(DoctorChangeText.Cause));
        List(html, "Notes", change.Caveats);
    }

    private static void Causes(HtmlWriter html, DoctorRecord record)
    {
        foreach (var cause in record.Causes)
        {
            using (html.Tag("section"))
            {
                html.Element("h3", string.Create(CultureInfo.InvariantCulture, $"{cause.Id}: {100 * cause.Share:0.#} % of the time, ")
                    + (cause.Kind == FindingKind.Finding ? "proven" : "a hint, not proven"));
                html.Element("p", cause.Claim ?? $"Seen: {cause.Evidence}.");
                if (cause.Proof is { } proof)
                {
                    FormattableString times = $"{proof.Before:#,0.###} {proof.Unit} to {proof.After:#,0.###} {proof.Unit}";
                    FormattableString ratio = $"{proof.Ratio.Value:0.##} times ({proof.Ratio.Low:0.##} to {proof.Ratio.High:0.##})";
                    FormattableString test = $"{proof.Pairs} pairs, {ProbabilityText.Of(proof.PValue)}";
                    html.Element("p", $"Proof: {proof.Variable}={proof.Value} and nothing else changed: {proof.Metric} {Plain(times)}, "
                        + $"{Plain(ratio)}, {Plain(test)}. Seen: {cause.Evidence}.");
                }

                if (cause.WouldProve is { } would)
                {
                    html.Element("p", $"Proof would be: {would}");
                }

                cause.Caveats.ToList().ForEach(c => html.Element("p", $"Note: {c}"));
                using (html.Tag("pre"))
                {
                    html.Element("code", cause.Fix);
                }
            }
        }
    }

    private static string Plain(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);

    private static void List(HtmlWriter html, string title, IEnumerable<string> lines)
    {
        var all = lines.ToList();
        if (all.Count > 0)
        {
            html.Element("h3", title);
            using (html.Tag("ul"))
            {
                all.ForEach(l => html.Element("li", l));
            }
        }
    }

    private static void Observations(HtmlWriter html, DoctorRecord record)
    {
        html.Element("h3", "What was seen");
        HtmlTable.Write(html, "Observations of the unchanged program", [new("What"), new("Value"), new("Probe")], () =>
        {
            foreach (var seen in record.Observations)
            {
                Row(html, seen.Text, seen.Value, seen.Probe);
            }
        });
    }

    private static void Runs(HtmlWriter html, DoctorRecord record)
    {
        if (record.Runs.Count > 0)
        {
            html.Element("h3", "The runs");
            HtmlTable.Write(html, "Runs in their order", [new("Round"), new("Change"), new("Compared")], () =>
            {
                foreach (var run in record.Runs)
                {
                    Row(html, run.Block.ToString(CultureInfo.InvariantCulture), run.Change.Length == 0 ? "none" : run.Change,
                        run.Value.ToString("#,0.###", CultureInfo.InvariantCulture));
                }
            });
        }
    }

    private static void Row(HtmlWriter html, string head, params ReadOnlySpan<string> cells)
    {
        using (html.Tag("tr"))
        {
            html.Element("th", head, ("scope", "row"));
            foreach (var cell in cells)
            {
                html.Element("td", cell);
            }
        }
    }

    private static void Machine(HtmlWriter html, MachineInfo machine) => List(html, "The machine",
        [machine.Cpu, string.Create(CultureInfo.InvariantCulture, $"{machine.Cores} cores"), machine.Os, $".NET {machine.Dotnet}"]);
}
