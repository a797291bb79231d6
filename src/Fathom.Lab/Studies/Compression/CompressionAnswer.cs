using Fathom.Lab.Findings;
using Fathom.Lab.Results;

namespace Fathom.Lab.Studies.Compression;

/// <summary>The answer of the study <c>compression</c> in one sentence.</summary>
internal static class CompressionAnswer
{
    public static string From(RunRecord record)
    {
        var all = record.Findings.Where(f => f.Id == "compression-pays-below").ToList();
        // What was published, where that was run.
        var shown = all.FirstOrDefault(f => IsPublishedMessage(record.Trial(f.Baseline))) ?? all.FirstOrDefault();
        var pays = all.Where(f => shown is not null && WhatOf(record.Trial(f.Baseline)) == WhatOf(record.Trial(shown.Baseline)))
            .Select(f => (Codec: f.Changed.From == CompressionPaysBelowRule.None ? f.Changed.To : f.Changed.From, Rate: RateOf(record, f)))
            .DistinctBy(p => p.Codec).OrderByDescending(p => p.Rate)
            .Select(p => $"{Say.Number(p.Rate)} Mbit/s ({p.Codec})").ToList();
        var crossings = all.Where(f => f.Model?.Unit == "Mbit/s").Select(f => f.Model!).ToList();
        var misuse = record.Findings.FirstOrDefault(f => f.Id == "compression-misuse");
        string[] parts =
        [
            .. pays.Count > 0
                ? [$"by the speeds measured here it pays on lines below {string.Join(", ", pays)} for "
                + $"{WhatOf(record.Trial(shown!.Baseline))}"] : Array.Empty<string>(),
            .. crossings.Count > 0
                ? [$"wherever lines of both sides were measured ({crossings.Count}) the gain became a loss within "
                + $"{Say.Number(crossings.Max(m => Math.Abs((100 * m.Predicted / m.Measured) - 100)))} % of the predicted rate"]
                : Array.Empty<string>(),
            .. CompressionAdaptive.WorstOf(record) is var (trial, percent)
                ? [$"a server that decides took at most {Say.Number(Math.Max(0, percent))} % longer than the better of both "
                + $"({trial.Factors[CompressionFactors.Compression]}, {WhatOf(trial)}, {LineOf(trial)})"]
                : Array.Empty<string>(),
            .. misuse is not null
                ? [$"never for what is random: {misuse.Changed.From} costs {Say.Number(misuse.Ratio.Value)} times the processor time "
                + $"for nothing"] : Array.Empty<string>(),
        ];
        return parts.Length == 0 ? "What was run supports no claim." : $"It depends on the line: {string.Join("; ", parts)}.";
    }

    private static bool IsPublishedMessage(TrialResult trial) =>
        trial.Factors[CompressionFactors.Payload] == "published" && trial.Factors[CompressionFactors.Shape] == "one";

    private static string WhatOf(TrialResult trial) => IsPublishedMessage(trial)
        ? "the published message"
        : $"'{trial.Factors[CompressionFactors.Payload]}' as "
        + $"{(trial.Factors[CompressionFactors.Shape] == "one" ? "one message" : "a stream")}";

    private static string LineOf(TrialResult trial) =>
        trial.Factors[CompressionFactors.Link] is var link && link == CompressionFactors.NoLink ? "on the untouched loopback"
            : $"on a line of {link}";

    private static double RateOf(RunRecord record, Finding finding) => finding.Model is { Unit: "Mbit/s" } model
        ? model.Predicted
        : record.Trial(finding.Changed.From == CompressionPaysBelowRule.None ? finding.Counterfactual
            : finding.Baseline).Metrics[CompressionPaysBelowRule.BreakEven].Value;
}
