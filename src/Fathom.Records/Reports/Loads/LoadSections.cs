using System.Globalization;
using Fathom.Records.Reports.Html;
using Fathom.Records.Loads;
using Fathom.Records.Words;

namespace Fathom.Records.Reports.Loads;

/// <summary>The words and tables of a run of load.</summary>
internal static class LoadSections
{
    private static readonly (string Name, string Words)[] Headline =
    [
        ("rate", "Rate"), ("latency_p50", "Half of the calls within"), ("latency_p99", "99 % within"), ("latency_p99_9", "99.9 % within"),
        ("latency_max", "The slowest"),
    ];

    /// <summary>What a reader came for: the verdict, and the latencies.</summary>
    public static void Write(HtmlWriter html, LoadRecord record)
    {
        html.Element("h1", $"Load on {record.Plan.Call}");
        html.Element("p", $"{Count(record.Calls)} calls in {Figure.WithUnit(record.ElapsedSeconds, "s")}, {Count(record.Failed)} failed.");
        foreach (var verdict in record.Verdicts)
        {
            using (html.Tag("p", ("class", "partial"), ("role", "note")))
            {
                html.Element("strong", verdict.Invalid ? "Invalid. " : "Note. ");
                html.Text($"{Capital.Of(verdict.Text)}.");
            }
        }

        if (record.Partial)
        {
            using (html.Tag("p", ("class", "partial"), ("role", "note")))
            {
                html.Element("strong", "Partial record. ");
                html.Text($"The run ended early{(record.EndedBy is { } by ? $" by {by}" : "")}: the page shows what was measured before.");
            }
        }

        Headlines(html, record);
        Rows(html, "Thresholds", ["Threshold", "Measured", "Holds"],
            record.Thresholds.Select(t => (string[])[t.Text, t.Measured, t.Holds ? "yes" : "no"]));
        Rows(html, "Methods", ["Method", "Weight", "Calls", "Failed", "p50", "p99", "Longest"], (record.Methods ?? []).Select(m =>
            (string[])[m.Call, Count(m.Weight), Count(m.Calls), Count(m.Failed), Of(m, "latency_p50"), Of(m, "latency_p99"),
                Of(m, "latency_max")]));
        Rows(html, "Calls by status", ["Status", "Calls", "The first one's explanation"], record.Outcomes.OrderByDescending(o => o.Value)
            .Select(o => (string[])[o.Key, Count(o.Value), record.Explanations.GetValueOrDefault(o.Key, "")]));
    }

    /// <summary>Every figure, the plan and the machine.</summary>
    public static void Details(HtmlWriter html, LoadRecord record)
    {
        HtmlTable.Write(html, "Figures", [new("Figure"), new("Value", true)], () =>
        {
            foreach (var (name, figure) in record.Figures)
            {
                using (html.Tag("tr"))
                {
                    html.Element("th", name.Replace('_', ' '), ("scope", "row"));
                    html.Cell(figure.Value, figure.Unit);
                }
            }
        });
        var plan = record.Plan;
        Rows(html, "Plan", ["", ""],
        [
            ["Kind", plan.Kind], ["Arrivals", plan.Arrivals], ["Rate at the start", plan.Rate is { } r ? Figure.WithUnit(r, "1/s") : "-"],
            ["Stages", plan.Stages.Count > 0 ? string.Join(", ", plan.Stages) : "-"],
            ["Calls in flight", plan.Concurrency is { } c ? Count(c) : "no limit"],
            ["Connections", $"{Count(plan.Connections)}, {plan.Channel}"], ["Threads", Count(plan.Threads)],
            ["TLS", plan.Tls ? "yes" : "no"], ["Part", plan.Shard], ["Seed", plan.Seed.ToString(CultureInfo.InvariantCulture)],
            ["Command", $"fathom {string.Join(' ', record.Command)}"],
        ]);
        var machine = record.Machine;
        Rows(html, "The machine of the generator", ["", ""],
        [
            ["Processor", machine.Cpu], ["Cores used", Count(machine.Cores)], ["System", machine.Os], ["Kernel", machine.Kernel],
            [".NET", machine.Dotnet], ["TCP congestion control", machine.CongestionControl ?? "not reported by the system"],
        ]);
    }

    private static string Of(LoadMethodInfo method, string figure) =>
        method.Figures.TryGetValue(figure, out var value) ? Figure.WithUnit(value.Value, value.Unit) : "-";

    private static void Headlines(HtmlWriter html, LoadRecord record)
    {
        var shown = Headline.Where(h => record.Figures.ContainsKey(h.Name)).ToList();
        if (shown.Count == 0)
        {
            return;
        }

        using (html.Tag("dl", ("class", "figures")))
        {
            foreach (var (name, words) in shown)
            {
                using (html.Tag("div"))
                {
                    html.Element("dt", words);
                    using (html.Tag("dd"))
                    using (html.Tag("b"))
                    {
                        html.Value(record.Figures[name].Value, record.Figures[name].Unit);
                    }
                }
            }
        }
    }

    private static void Rows(HtmlWriter html, string caption, IReadOnlyList<string> columns, IEnumerable<string[]> rows)
    {
        var all = rows.ToList();
        if (all.Count == 0)
        {
            return;
        }

        HtmlTable.Write(html, caption, [.. columns.Select(c => new TableColumn(c))], () =>
        {
            foreach (var row in all)
            {
                using (html.Tag("tr"))
                {
                    html.Element("th", row[0], ("scope", "row"));
                    foreach (var cell in row[1..])
                    {
                        html.TextCell(cell);
                    }
                }
            }
        });
    }

    private static string Count(long value) => value.ToString("#,0", CultureInfo.InvariantCulture);
}
