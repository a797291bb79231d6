using Fathom.Lab.Causes.CompressionMisuse;
using Fathom.Lab.Causes.CompressionPaysBelow;
using Fathom.Lab.Observations;

namespace Fathom.Lab.Studies.Compression;

/// <summary>The answer of the study <c>compression</c> in one sentence.</summary>
internal static class CompressionAnswer
{
    public static string From(MeasuredStudy study)
    {
        var all = study.Of(CompressionPaysBelowCause.Name).ToList();
        var crossings = all.Select(f => f.Finding.Model).Where(m => m?.Unit == CompressionPaysBelowCause.RateUnit).ToList();
        var misuse = study.Of(CompressionMisuseCause.Name).FirstOrDefault();
        string?[] parts =
        [
            RatesText(all),
            crossings.Count > 0
                ? $"wherever lines of both sides were measured ({crossings.Count}) the gain became a loss within "
                    + $"{FigureText.Number(crossings.Max(m => Math.Abs((100 * m!.Predicted / m.Measured) - 100)))} % of the predicted rate"
                : null,
            CompressionAdaptive.WorstOf(study) is var (trial, percent)
                ? $"a server that decides took at most {FigureText.Number(Math.Max(0, percent))} % longer than the better of both "
                    + $"({trial.Levels[CompressionCodecs.Codec].Name}, {WhatText(trial)}, {LineText(trial)})"
                : null,
            misuse is not null
                ? $"never for what is random: {misuse.Pair.Changed.From} costs {FigureText.Number(misuse.Pair.Ratio.Value)} times the "
                    + "processor time for nothing"
                : null,
        ];
        return parts.All(p => p is null) ? "What was run supports no claim."
            : $"It depends on the line: {string.Join("; ", parts.OfType<string>())}.";
    }

    // Of the published message, where that was run.
    private static string? RatesText(IEnumerable<MeasuredFinding> all)
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
