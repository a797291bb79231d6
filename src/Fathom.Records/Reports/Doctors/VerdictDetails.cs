using System.Globalization;
using Fathom.Records.Doctors;
using Fathom.Records.Reports.Html;
using Fathom.Records.Words;

namespace Fathom.Records.Reports.Doctors;

/// <summary>Writes what supports a verdict, each part folded: what was ruled out, what was not asked, what was seen, the runs, the
/// machine.</summary>
internal static class VerdictDetails
{
    public static void Write(HtmlWriter html, DoctorRecord record)
    {
        if (record.RuledOut.Count > 0)
        {
            FoldedSection.Write(html, $"Ruled out: {FigureText.Count(record.RuledOut.Count, "cause")}", () => RuledOut(html, record));
        }

        if (record.NotSeen.Count > 0)
        {
            FoldedSection.Write(html, $"Could not be looked at: {FigureText.Whole(record.NotSeen.Count)}",
                () => TextList.Write(html, record.NotSeen));
        }

        if (record.Rivals.Count > 0)
        {
            FoldedSection.Write(html, $"What calls at once may wait for: {FigureText.Count(record.Rivals.Count, "way")}",
                () => RivalTable.Write(html, record));
        }

        if (record.Observations.Count > 0)
        {
            FoldedSection.Write(html, $"What was seen: {FigureText.Count(record.Observations.Count, "observation")}",
                () => Observations(html, record));
        }

        if (record.Runs.Count > 0)
        {
            FoldedSection.Write(html, $"The runs: {FigureText.Whole(record.Runs.Count)}", () => Runs(html, record));
        }

        var machine = record.Machine;
        FoldedSection.Write(html, "The machine", () => TextList.Write(
            html, [machine.Cpu, FigureText.Count(machine.Cores, "processor"), machine.Os, machine.Kernel, $".NET {machine.Dotnet}"]));
    }

    private static void RuledOut(HtmlWriter html, DoctorRecord record)
    {
        using (html.Tag("ul", ("class", "lines")))
        {
            foreach (var group in RuledOutGroup.Of(record))
            {
                using (html.Tag("li"))
                {
                    html.Element("strong", string.Join(", ", group.Ids));
                    html.Text($": {group.By}");
                }
            }
        }
    }

    private static void Observations(HtmlWriter html, DoctorRecord record) => HtmlTable.Write(
        html, "Observations of what was unchanged", [new("What"), new("Value"), new("Probe")], () =>
        {
            foreach (var seen in record.Observations)
            {
                Row(html, seen.Text, seen.Value, seen.Probe);
            }
        });

    private static void Runs(HtmlWriter html, DoctorRecord record)
    {
        var unit = record.Metric?.Unit ?? record.Causes.Select(c => c.Proof?.Unit).FirstOrDefault(u => u is not null) ?? "";
        HtmlTable.Write(html, "Runs in their order", [new("Round"), new("Change"), new("Compared")], () =>
        {
            foreach (var run in record.Runs)
            {
                Row(html, run.Block.ToString(CultureInfo.InvariantCulture), run.Change.Length == 0 ? "none" : run.Change,
                    Amount.Show(run.Value, unit));
            }
        });
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
}
