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
        yield return ("calls", $"{Count(record.Calls)} of {record.Plan.Call} in {Amount.Show(record.ElapsedSeconds, "s")}: "
            + $"{Value(record, "rate")}, {Count(record.Failed)} failed{WarmUp(record)}");
        yield return ("load", Load(record.Plan));
        yield return ("latency", record.Figures.ContainsKey("latency_p50") ? Percentiles(record.Figures, "latency")
            : "none: no call succeeded");
        foreach (var (label, text) in Streams(record))
        {
            yield return (label, text);
        }

        foreach (var method in record.Methods ?? [])
        {
            yield return ("method", $"{method.Call}: {Count(method.Calls)} calls, {Count(method.Failed)} failed"
                + (method.Figures.ContainsKey("latency_p50") ? $"; {Percentiles(method.Figures, "latency")}" : ""));
        }

        foreach (var (status, count) in record.Outcomes.Where(o => o.Key != "OK").OrderByDescending(o => o.Value))
        {
            yield return (record.Plan.AcceptedStatuses?.Contains(status) == true ? "accepted" : "failed", $"{status} {Count(count)}"
                + (record.Explanations.TryGetValue(status, out var text) ? $", the first: {text}" : ""));
        }

        if (record.Figures.ContainsKey("failure_p50"))
        {
            yield return ("failed", $"after {Percentiles(record.Figures, "failure")}");
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
            yield return ("partial", $"the run ended early by {record.EndedBy}: only what was measured before");
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
        + Connections(record, "connections_lost", "connection was lost", "connections were lost")
        + Connections(record, "failed_attempts", "attempt to connect failed", "attempts to connect failed");

    private static string Connections(LoadRecord record, string figure, string one, string several) =>
        record.Figures.TryGetValue(figure, out var number) && number.Value > 0
            ? $"; {Count((long)number.Value)} {(number.Value == 1 ? one : several)}" : "";

    private static string Percentiles(IReadOnlyDictionary<string, LoadFigureValue> of, string figures) =>
        string.Join("   ", Latencies.Select(l => $"{l.Label} {Value(of, $"{figures}_{l.Figure}")}"));

    private static IEnumerable<(string Label, string Text)> Streams(LoadRecord record)
    {
        if (record.Figures.ContainsKey("sent_message_rate"))
        {
            yield return ("messages", string.Join(", ", Rates(record)) + Times(record, "first_message", "the first after")
                + Times(record, "message_gap", "apart by"));
        }

        if (record.Figures.ContainsKey("answer_p50"))
        {
            yield return ("answers", $"{Percentiles(record.Figures, "answer")}, from each request message to its reply");
        }
    }

    private static IEnumerable<string> Rates(LoadRecord record) => new[] { ("sent_message_rate", "sent"), ("message_rate", "received") }
        .Where(r => record.Figures[r.Item1].Value > 0).Select(r => $"{Value(record, r.Item1)} {r.Item2}");

    private static string Times(LoadRecord record, string figure, string words) => record.Figures.ContainsKey($"{figure}_p50")
        ? $"; {words} p50 {Value(record, $"{figure}_p50")}   p99 {Value(record, $"{figure}_p99")}   max {Value(record, $"{figure}_max")}"
        : "";

    private static string WarmUp(LoadRecord record) => record.WarmUpCalls > 0 ? $"; {Count(record.WarmUpCalls)} more as warm-up" : "";

    private static string Value(LoadRecord record, string figure) => Value(record.Figures, figure);

    private static string Value(IReadOnlyDictionary<string, LoadFigureValue> of, string figure) =>
        of.TryGetValue(figure, out var value) ? Amount.Show(value.Value, value.Unit) : "-";

    private static string Count(long value) => value.ToString("#,0", CultureInfo.InvariantCulture);
}
