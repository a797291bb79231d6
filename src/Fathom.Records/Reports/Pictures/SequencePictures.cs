using Fathom.Records.Reports.Html;
using Fathom.Records.Reports.Sections;
using Fathom.Records.Reports.Svg;
using Fathom.Records.Words;

namespace Fathom.Records.Reports.Pictures;

/// <summary>
/// Writes the time-sequence graph of each trial's connection: the bytes that were sent, acknowledged, and allowed by the receiver's window.
/// Steps in the graph show where the sender waited.
/// </summary>
internal static class SequencePictures
{
    private const string Prefix = "sequence.";
    private const string Sent = Prefix + "sent";

    // A window that does not limit the sender can be far above the sent bytes and would flatten the other lines.
    private const double MaxAboveSent = 1.1;

    private static readonly (string Name, string Look, string Text)[] Lines =
    [
        (Sent, "s0", "sent"), (Prefix + "acknowledged", "s1", "acknowledged"),
            (Prefix + "allowed", "s2", "allowed by the receiver's window (cut off above the picture)"),
    ];

    /// <summary>Returns whether a series belongs to these pictures.</summary>
    public static bool Shows(string series) => series.StartsWith(Prefix, StringComparison.Ordinal);

    public static void Write(HtmlWriter html, ReportStudy study)
    {
        var trials = study.Record.Trials.Where(t => SeriesPictures.Typical(study, t, Sent) is not null).ToList();
        if (trials.Count == 0)
        {
            return;
        }

        foreach (var trial in trials.Where(study.Drawn.Contains))
        {
            Picture(html, study, trial);
        }

        if (trials.Exists(t => !study.Drawn.Contains(t)))
        {
            Details.Write(html, "The same graphs for the other trials", () =>
            {
                foreach (var trial in trials.Where(t => !study.Drawn.Contains(t)))
                {
                    Picture(html, study, trial);
                }
            });
        }

        foreach (var (name, _, text) in Lines)
        {
            Details.Write(html, $"The figures of these pictures, and of all other replicates: {text}",
                () => SeriesPictures.Table(html, study, name));
        }
    }

    private static void Picture(HtmlWriter html, ReportStudy study, TrialResult trial)
    {
        var sent = SeriesPictures.Typical(study, trial, Sent)!;
        var top = sent.Points.Max(p => p[1]) * MaxAboveSent;
        var lines = Lines.Select(l => (l.Look, l.Text, Series: SeriesPictures.Typical(study, trial, l.Name)))
            .Where(l => l.Series is not null)
            .Select(l => new ChartLine("", l.Look, [.. l.Series!.Points.Select(p => (p[0], Math.Min(p[1], top)))])).ToList();
        using (html.Tag("figure"))
        {
            using (html.Tag("figcaption"))
            {
                html.Element("strong", $"{study.Name(trial)}: bytes over time");
                html.Text(". From the packets of the link at the sender, in the replicate nearest to the median.");
            }

            var last = sent.Points[^1];
            var longest = lines.Max(l => l.Points[^1].X);
            var inSeconds = longest >= 1000;
            var (sizeFactor, sizeUnit) = Amount.ScaleOf(top, "bytes");
            new LineChart($"{study.Name(trial)}: bytes sent and acknowledged over time",
                $"{Figure.WithUnit(last[1], "bytes")} sent within {Figure.WithUnit(last[0], "ms")}",
                    $"{(inSeconds ? "s" : "ms")} since the connection began",
                    sizeUnit, lines, IsStaircase: true)
                .Write(
                    html, $"{study.Slug}.sequence.{trial.Id}",
                    (start, end, ticks) => SeriesPictures.TimeScale(longest, inSeconds, start, end, ticks),
                    (start, end, ticks) => new LinearScale(0, top * sizeFactor, start, end, ticks).In(sizeFactor));
            Legend.Write(html, Lines, line => Legend.Line(html, line.Look), line => html.Text($" {line.Text}"));
        }
    }
}
