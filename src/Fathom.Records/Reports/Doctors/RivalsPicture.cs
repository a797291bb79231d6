using Fathom.Records.Doctors;
using Fathom.Records.Reports.Html;
using Fathom.Records.Reports.Pictures;
using Fathom.Records.Words;

namespace Fathom.Records.Reports.Doctors;

/// <summary>Writes how rivals were told apart, as small multiples: the sign of what is left, then the measurement that rejected each
/// other.</summary>
internal static class RivalsPicture
{
    private const int MaxShown = 6;

    public static void Write(HtmlWriter html, DoctorRecord record)
    {
        if (record.Rivals.Count == 0)
        {
            return;
        }

        var rejected = RejectedRivals.Of(record);
        var left = record.Rivals.Where(r => r.Became is RivalFate.Found or RivalFate.Possible).ToList();
        (string Head, DoctorPrediction By, string Look)[] all =
        [
            .. left.Where(r => r.Sign is not null).Select(r => (RivalText.Head(r), r.Sign!, "met")),
            .. rejected.Select(r => (RivalText.Head(r), r.By, "missed")),
        ];
        using (html.Tag("figure", ("class", "rivals")))
        {
            using (html.Tag("figcaption"))
            {
                html.Element("strong", left.Count switch
                {
                    0 => "What measurements rejected",
                    1 => "Told apart by measurements",
                    _ => "What measurements told apart",
                });
                html.Text($": {FigureText.Count(record.Rivals.Count, "way")} in which calls at once may wait for each other.");
            }

            if (left.Count > 1)
            {
                TextList.Write(html, [.. left.Where(r => r.Sign is null).Select(r => $"{RivalText.Head(r)}: nothing rejected it")]);
            }

            Key(html);
            Multiples(html, all.Take(MaxShown), 0);
            if (all.Length > MaxShown)
            {
                Sections.Details.Write(html, $"{all.Length - MaxShown} more", () => Multiples(html, all.Skip(MaxShown), MaxShown));
            }

            var impossible = record.Rivals.Count(r => r.Became == RivalFate.Impossible);
            if (impossible > 0)
            {
                Sections.Details.Write(html, $"{FigureText.Count(impossible, "way")} that this server cannot have",
                    () => TextList.Write(html, RivalText.Impossible(record)));
            }
        }
    }

    private static void Multiples(HtmlWriter html, IEnumerable<(string Head, DoctorPrediction By, string Look)> all, int first)
    {
        using (html.Tag("ul", ("class", "multiples")))
        {
            foreach (var (index, (head, by, look)) in all.Index())
            {
                using (html.Tag("li", ("class", look)))
                {
                    using (html.Tag("p"))
                    {
                        html.Element("strong", Capital.Of(head));
                        html.Text(UnbrokenText.Of($": {RivalText.Of(by)}."));
                    }

                    ContrastChart.Write(html, $"contrast.{first + index + 1}", by, look, head);
                }
            }
        }
    }

    private static void Key(HtmlWriter html) => Legend.Write(html, ["predicted", "where nothing waits", "a round", "median"], entry =>
    {
        switch (entry)
        {
            case "predicted": ContrastChart.Band(html, "met", 0, 28, 0, 10); break;
            case "a round": ContrastChart.Round(html, 14, 5); break;
            case "median": ContrastChart.Median(html, 14, 5); break;
            default: ContrastChart.Neutral(html, 14, 0, 10); break;
        }
    }, entry => html.Text($" {entry}"));
}
