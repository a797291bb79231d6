using System.Globalization;
using Fathom.Records.Words;
using Fathom.Records.Loads;

namespace Fathom.Cli.Commands.Loads;

/// <summary>The lines about a run that a person reads in ten seconds.</summary>
internal static class LoadSummary
{
    private static readonly (string Label, string Figure)[] Latencies =
        [("p50", "p50"), ("p90", "p90"), ("p99", "p99"), ("p99.9", "p99_9"), ("max", "max")];

    /// <summary>The lines, each with its label.</summary>
    public static IEnumerable<(string Label, string Text)> Of(LoadRecord record, string paths)
    {
        var failed = record.Calls - record.Outcomes.GetValueOrDefault("OK");
        yield return ("calls", $"{Count(record.Calls)} of {record.Plan.Call} in {Amount.Show(record.ElapsedSeconds, "s")}: "
            + $"{Value(record, "rate")}, {Count(failed)} failed{WarmUp(record)}");
        yield return ("load", Load(record.Plan));
        yield return ("latency", record.Figures.ContainsKey("latency_p50")
            ? string.Join("   ", Latencies.Select(l => $"{l.Label} {Value(record, $"latency_{l.Figure}")}"))
            : "none: no call succeeded");
        if (record.Figures.ContainsKey("message_gap_p50"))
        {
            yield return ("messages", $"{Value(record, "message_rate")}, apart by p50 {Value(record, "message_gap_p50")}   p99 "
                + Value(record, "message_gap_p99"));
        }

        foreach (var (status, count) in record.Outcomes.Where(o => o.Key != "OK").OrderByDescending(o => o.Value))
        {
            yield return ("failed", $"{status} {Count(count)}"
                + (record.Explanations.TryGetValue(status, out var text) ? $", the first: {text}" : ""));
        }

        yield return ("checked", Checked(record));
        foreach (var threshold in record.Thresholds)
        {
            yield return ("asked", $"{threshold.Text}: {(threshold.Holds ? "holds" : "DOES NOT HOLD")}, measured {threshold.Measured}");
        }

        foreach (var verdict in record.Verdicts)
        {
            yield return (verdict.Invalid ? "INVALID" : "note", verdict.Text);
        }

        if (record.Partial)
        {
            yield return ("partial", "the run ended early: only what was measured before");
        }

        yield return ("files", paths);
    }

    private static string Load(LoadPlanInfo plan) => string.Join(", ",
    [
        plan.Arrivals == "closed"
            ? $"closed loop of {plan.Concurrency}: a slow server gets fewer calls, and calls that it would have delayed are not seen"
            : $"open loop, {(plan.Stages.Count > 0 ? $"stages {string.Join(' ', plan.Stages)}" : $"{Amount.Show(plan.Rate ?? 0, "1/s")}")} "
                + $"{plan.Arrivals}: latency counts from the intended start",
        $"{plan.Connections} {(plan.Connections == 1 ? "connection" : "connections")}"
            + (plan.Channel == "reused" ? "" : $" ({plan.Channel})"),
        .. plan.Tls ? (string[])["TLS"] : [],
        .. plan.Shard == "1/1" ? Array.Empty<string>() : [$"part {plan.Shard}"],
    ]);

    // The error bar: how much of the figures can be the generator's.
    private static string Checked(LoadRecord record) =>
        (record.Figures.ContainsKey("lag_p99")
            ? $"calls were sent within {Value(record, "lag_p50")} (p50), {Value(record, "lag_p99")} (p99) of their time; " : "")
        + "the generator used " + record.Figures["busiest_thread_share"].Value.ToString("0 %", CultureInfo.InvariantCulture)
        + " of a processor"
        + (record.Figures["connections_lost"].Value > 0 ? $"; {Value(record, "connections_lost")} connections were lost" : "");

    private static string WarmUp(LoadRecord record) => record.WarmUpCalls > 0 ? $"; {Count(record.WarmUpCalls)} more as warm-up" : "";

    private static string Value(LoadRecord record, string figure) =>
        record.Figures.TryGetValue(figure, out var value) ? Amount.Show(value.Value, value.Unit) : "-";

    private static string Count(long value) => value.ToString("#,0", CultureInfo.InvariantCulture);
}
