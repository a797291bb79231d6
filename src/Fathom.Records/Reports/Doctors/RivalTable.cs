using Fathom.Records.Doctors;
using Fathom.Records.Reports.Html;
using Fathom.Records.Words;

namespace Fathom.Records.Reports.Doctors;

/// <summary>Writes every prediction of every rival beside what was measured.</summary>
internal static class RivalTable
{
    public static void Write(HtmlWriter html, DoctorRecord record)
    {
        HtmlTable.Write(html, "Predictions beside measurements",
            [new("What calls may wait for"), new("Measured"), new("Predicted"), new("Was", true), new("Chance", true)], () =>
            {
                foreach (var rival in record.Rivals)
                {
                    foreach (var prediction in rival.Predictions)
                    {
                        Row(html, rival, prediction);
                    }
                }
            }, "Chance: of such values if the prediction holds.");
        TextList.Write(html, [.. record.Rivals.Where(r => r.Predictions.Count == 0).Select(r => $"{r.Name}: {Fate(r)}")]);
    }

    private static void Row(HtmlWriter html, DoctorRival rival, DoctorPrediction prediction)
    {
        using (html.Tag("tr"))
        {
            html.Element("th", $"{rival.Name} ({Fate(rival)})", ("scope", "row"));
            html.ProseCell(RivalText.What(prediction));
            html.ProseCell($"{RivalText.Predicted(prediction)}, since {prediction.Why}");
            html.Element("td", $"{RivalText.Value(prediction, prediction.Measured)}{Mark(prediction)}", ("class", "n"));
            html.Cell(prediction.PValue);
        }
    }

    private static string Mark(DoctorPrediction prediction) =>
        prediction.IsRejected ? ": rejected" : prediction.IsSign ? ": its sign" : "";

    private static string Fate(DoctorRival rival) => rival.Became switch
    {
        RivalFate.Found => "found",
        RivalFate.Possible => "possible",
        RivalFate.Rejected => "rejected",
        _ => rival.Why is { } why ? $"impossible, since {why}" : "impossible",
    };
}
