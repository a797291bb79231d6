using Fathom.Diagnosis.Causes.CompressionMisuse;
using Fathom.Diagnosis.Causes.CompressionPaysBelow;
using Fathom.Diagnosis.Observations;
using Fathom.Records;
using Fathom.Records.Words;

namespace Fathom.Studies.Compression;

/// <summary>The answer of the study <c>compression</c> in one sentence.</summary>
internal static class CompressionAnswer
{
    public static string From(MeasuredStudy study)
    {
        var all = study.Of(CompressionPaysBelowCause.Name).ToList();
        var predicted = all.Where(f => f.Finding.Model is not null).ToList();
        var misuse = study.Of(CompressionMisuseCause.Name).FirstOrDefault();
        var (rates, crossings) = (RatesText(predicted), CrossingsText(all, predicted));
        string?[] parts =
        [
            rates ?? ProofText(all),
            crossings,
            CompressionAdaptive.WorstOf(study) is var (trial, percent)
                ? $"a server that decides took at most {FigureText.Number(Math.Max(0, percent))} % longer than the better of both "
                    + $"({trial.Levels[CompressionCodecs.Codec].Name}, {WhatText(trial)}, {LineText(trial)})"
                : null,
            misuse is not null
                ? $"never for what is random: {misuse.Pair.Changed.From} costs {FigureText.Number(misuse.Pair.Ratio.Value)} times the "
                    + "processor time for nothing"
                : null,
        ];
        var said = string.Join("; ", parts.OfType<string>());
        return said.Length == 0 ? "What was run supports no claim."
            : rates is null && crossings is null ? $"{Capital.Of(said)}."
            : $"It depends on the line: {said}.";
    }

    // A finding whose model misses what was measured has lost its model, and is counted here only.
    private static string? CrossingsText(List<MeasuredFinding> all, List<MeasuredFinding> predicted)
    {
        var crossings = predicted.ConvertAll(f => f.Finding.Model!).FindAll(m => m.Unit == CompressionPaysBelowCause.RateUnit);
        if (crossings.Count == 0)
        {
            return null;
        }

        var missed = all.Except(predicted).Count(f => f.Baseline.Levels.Find(LinkQuantities.Rate) is not null);
        var where = missed == 0 ? $"wherever lines of both sides were measured ({crossings.Count})"
            : $"for {crossings.Count} of {crossings.Count + missed} codecs that were compared on lines";
        var error = crossings.Max(m => Math.Abs((100 * m.Predicted / m.Measured) - 100));
        return $"{where} the gain became a loss within {FigureText.Number(error)} % of the predicted rate";
    }

    // Where no model counts, what the pairs prove without one.
    private static string? ProofText(IEnumerable<MeasuredFinding> all)
    {
        var proven = all.Where(f => f.Finding.Kind == FindingKind.Finding && f.Baseline.Levels.Has(CompressionFactors.NoLink)).ToList();
        return (proven.Find(f => IsPublishedMessage(f.Baseline)) ?? proven.FirstOrDefault()) is not { } shown ? null
            : $"on the untouched loopback {WhatText(shown.Baseline)} takes "
                + string.Join(", ", proven.Where(f => WhatText(f.Baseline) == WhatText(shown.Baseline)).Select(f =>
                    $"{FigureText.Number(f.Pair.Ratio.Value)} times as long with {CompressedOf(f).Levels[CompressionCodecs.Codec].Name}"));
    }

    // Of the published message, where that was run.
    private static string? RatesText(List<MeasuredFinding> all)
    {
        if ((all.FirstOrDefault(f => IsPublishedMessage(f.Baseline)) ?? all.FirstOrDefault()) is not { } shown)
        {
            return null;
        }

        var what = WhatText(shown.Baseline);
        var rates = all.Where(f => WhatText(f.Baseline) == what)
            .Select(f => (Codec: CompressedOf(f).Levels[CompressionCodecs.Codec].Name, Rate: RateOf(f)))
            .DistinctBy(p => p.Codec).OrderByDescending(p => p.Rate)
            .Select(p => $"{FigureText.Number(p.Rate)} Mbit/s ({p.Codec})");
        return $"by the speeds measured here it pays on lines below {string.Join(", ", rates)} for {what}";
    }

    private static MeasuredTrial CompressedOf(MeasuredFinding finding) =>
        finding.Baseline.Levels.Has(CompressionCodecs.Uncompressed) ? finding.Counterfactual : finding.Baseline;

    private static bool IsPublishedMessage(MeasuredTrial trial) =>
        trial.Levels.HasAll(CompressionFactors.Published, CompressionFactors.OneMessage);

    private static string WhatText(MeasuredTrial trial) => IsPublishedMessage(trial)
        ? "the published message"
        : $"'{trial.Levels[CompressionFactors.Payload].Name}' as "
            + $"{(trial.Levels.Has(CompressionFactors.OneMessage) ? "one message" : "a stream")}";

    private static string LineText(MeasuredTrial trial) => trial.Levels.Has(CompressionFactors.NoLink) ? "on the untouched loopback"
        : $"on a line of {trial.Levels[CompressionFactors.Line].Name}";

    private static double RateOf(MeasuredFinding finding) =>
        finding.Finding.Model is { Unit: CompressionPaysBelowCause.RateUnit } model ? model.Predicted
            : CompressedOf(finding).Evidence.Value(CompressionQuantities.BreakEven);
}
