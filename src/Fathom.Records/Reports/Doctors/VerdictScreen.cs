using System.Globalization;
using Fathom.Records.Doctors;
using Fathom.Records.Reports.Html;
using Fathom.Records.Words;

namespace Fathom.Records.Reports.Doctors;

/// <summary>Writes what a reader sees without opening anything: the verdict, the experiment that proves it, where the time goes, and the
/// fix.</summary>
internal static class VerdictScreen
{
    public static void Write(HtmlWriter html, DoctorRecord record)
    {
        VerdictHead.Write(html, record);
        // The proof first: rivals where they are it, else the pairs.
        var isByPairs = record.Causes is [{ Proof: not null }, ..];
        if (!isByPairs)
        {
            RivalsPicture.Write(html, record);
        }

        using (html.Tag("div", ("class", record.Causes.Count > 0 ? "screen" : null)))
        {
            // On a phone the fix follows the proof.
            using (html.Tag("div"))
            {
                if (record.Causes is [{ Proof: { } proof }, ..])
                {
                    PairsPicture.Write(html, "proof", RunPairs.Of(record, proof), proof);
                }
                else
                {
                    Time(html, record);
                }
            }

            if (record.Causes is [var cause, ..])
            {
                using (html.Tag("div"))
                {
                    CauseFix.Write(html, record, cause);
                    if (cause.Proof is not null)
                    {
                        Time(html, record);
                    }
                }
            }
        }

        if (isByPairs)
        {
            RivalsPicture.Write(html, record);
        }

        Meta(html, record);
        html.Line();
    }

    // The parts of a call are a picture; what else is known of its time follows as sentences.
    private static void Time(HtmlWriter html, DoctorRecord record)
    {
        CallWaterfall.Write(html, record.Waterfall);
        var others = record.Time.Where(t => !record.Waterfall.Any(p => t.Contains(p.Part, StringComparison.Ordinal))).ToList();
        if (others.Count == 0)
        {
            return;
        }

        if (record.Waterfall.Count > 0)
        {
            html.Element("p", string.Join(' ', others), ("class", "meta"));
            return;
        }

        html.Element("p", "Where the time goes", ("class", "label"));
        TextList.Write(html, others);
    }

    private static void Meta(HtmlWriter html, DoctorRecord record)
    {
        using (html.Tag("p", ("class", "meta")))
        {
            html.Text($"A {record.Target.Kind}, examined for {Amount.Show(record.ElapsedSeconds, "s")} on ");
            html.Element("time", string.Create(CultureInfo.InvariantCulture, $"{record.Started.UtcDateTime:yyyy-MM-dd HH:mm} UTC"),
                ("class", "v"));
            html.Text($", {FigureText.Count(record.Machine.Cores, "processor")}, .NET {record.Machine.Dotnet}.");
        }
    }
}
