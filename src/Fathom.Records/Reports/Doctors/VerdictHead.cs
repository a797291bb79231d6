using System.Globalization;
using Fathom.Records.Doctors;
using Fathom.Records.Reports.Html;
using Fathom.Records.Words;

namespace Fathom.Records.Reports.Doctors;

/// <summary>Writes what was examined, the verdict, and what became of an earlier one.</summary>
internal static class VerdictHead
{
    public static void Write(HtmlWriter html, DoctorRecord record)
    {
        html.Element("h2", record.Target.Name);
        if (record.Partial)
        {
            html.Element("p", "Interrupted: this is the verdict on what was seen before.", ("class", "partial"), ("role", "note"));
        }

        Verdict(html, record);
        Against(html, record.Against);
    }

    private static void Verdict(HtmlWriter html, DoctorRecord record)
    {
        var (first, others) = VerdictSentences.Split(record.Verdict);
        html.Element("p", UnbrokenText.Of(first), ("class", "lead"));
        // What a verdict repeats of measurements and of proofs that are missing stands below it.
        var found = record.Rivals.FirstOrDefault(r => r is { Became: RivalFate.Found, Sign: not null });
        var more = record.Causes switch
        {
            [{ Proof: null }, ..] when found is not null => $"Calls at once wait for {found.Name}.",
            [{ WouldProve: { Length: > 0 } would }, ..] => others.Replace(would, "", StringComparison.Ordinal).Trim(),
            _ => others,
        };
        if (more.Length > 0)
        {
            html.Element("p", UnbrokenText.Of(more), ("class", "more"));
        }

        if (record.Causes is [{ Kind: FindingKind.Finding } cause, ..])
        {
            using (html.Tag("p", ("class", "more short")))
            {
                html.Element("a", "The fix", ("href", "#fix"));
                html.Text($": {FixText.Headline(cause.Fix)}.");
            }
        }
    }

    private static void Against(HtmlWriter html, DoctorChange? change)
    {
        if (change is null)
        {
            return;
        }

        html.Element("p", string.Create(CultureInfo.InvariantCulture,
            $"Against the record of {change.Since.UtcDateTime:yyyy-MM-dd HH:mm} (UTC)"), ("class", "label"));
        html.Element("p", UnbrokenText.Of(change.Verdict), ("class", "more"));
        if (change.Time is { } time)
        {
            html.Element("p", UnbrokenText.Of(DoctorChangeText.Time(time)), ("class", "more"));
        }

        TextList.Write(html, [.. change.Causes.Select(DoctorChangeText.Cause), .. change.Caveats.Select(c => $"Note: {c}")]);
    }
}
