using Fathom.Diagnosis.Observations;
using Fathom.Records;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.CompressionPaysBelow;

/// <summary>A comparison, by codec instead of by baseline, and what it says of the rate below which the codec pays.</summary>
/// <param name="Comparison">What is judged.</param>
/// <param name="IsGain">Whether compression is expected to save time here.</param>
/// <param name="Compressed">The side with the codec.</param>
/// <param name="Plain">The side without.</param>
/// <param name="Figures">The codec, as it was measured on the compressed side.</param>
/// <param name="Fix">The code that follows from the claim.</param>
internal sealed record CodecComparison(
    Comparison Comparison, bool IsGain, Evidence Compressed, Evidence Plain, CodecFigures Figures, string Fix)
{
    private const string SerialFormula = "(1-r) / (1/c + 1/d)";
    private const string OverlappedFormula = "min(s, t)";

    private bool IsStream => Compressed.Is(CallQuantities.IsStream);

    private string SubjectText =>
        $"{Compressed.Get(CompressionQuantities.Codec).Text} on the payload '{Compressed.Get(CallQuantities.PayloadKind).Text}' as "
        + $"{(IsStream ? "a stream" : "one message")}";

    /// <summary>Where loopback is as fast as the codec it decides nothing, and the prediction stands alone.</summary>
    public Conclusion OnLoopback() => DiagnosisOf(
        Figures, TimeModel(Figures),
        $"On the untouched loopback {TimesText(Compressed, Plain)}"
            + (Comparison.Difference.Supported ? "; no slower line was measured." : ", which proves no difference."));

    /// <summary>Null where a line contradicts the model or another line.</summary>
    public Conclusion? OnLine()
    {
        var lines = CompressionLines.Of(Comparison.Trials, Compressed, Plain);
        var sides = lines.Sides;
        // The two lines between which the gain becomes a loss count alike: a codec is judged by the speed that it had there.
        Evidence[] measuredIn = sides is var (s, f) ? [s.Compressed, f.Compressed] : [Compressed];
        if (CodecFigures.Of(measuredIn) is not { } figures || lines.ContradictThemselves
            || IsGain != Compressed.Value(LinkQuantities.Rate) < figures.PaysBelow.Value)
        {
            return null;
        }

        return sides is var (slow, fast) ? Crossing(slow, fast, figures)
            : DiagnosisOf(
                figures, TimeModel(figures),
                $"On a line of {Compressed.Get(LinkQuantities.Rate).Text} {TimesText(Compressed, Plain)}"
                    + $"{FastSideText(IsGain ? lines.Fastest : lines.Slowest)}; no {(IsGain ? "faster" : "slower")} line was "
                    + "measured.");
    }

    private Conclusion Crossing(CompressionLine slow, CompressionLine fast, CodecFigures figures)
    {
        var crossing = CompressionLines.Crossing(slow, fast);
        var off = (figures.PaysBelow.Value / crossing) - 1;
        var measured = $"On a line of {slow.Name} {TimesText(slow.Compressed, slow.Plain)}, on one of {fast.Name} "
            + $"{BothText(fast.Compressed, fast.Plain)}: by these the two meet at {FigureText.Number(crossing)} Mbit/s";
        var model = new ModelCheck(IsStream ? OverlappedFormula : SerialFormula, Math.Round(figures.PaysBelow.Value, 1),
            Math.Round(crossing, 1), CompressionPaysBelowCause.RateUnit);
        return DiagnosisOf(figures, model, $"{measured}.",
            $"{measured}, and the prediction is {FigureText.Number(Math.Abs(100 * off))} % too {(off < 0 ? "low" : "high")}.");
    }

    // A prediction that nothing measured checks says so.
    private Conclusion DiagnosisOf(CodecFigures figures, ModelCheck? model, string measured, string? measuredWithModel = null) => new(
        PredictionText(figures) + (model is null ? " Nothing that was measured checks this prediction. " : " ")
            + (measuredWithModel ?? measured),
        Fix)
    {
        Model = model,
        ClaimWithoutModel = $"{SubjectText}: {char.ToLowerInvariant(measured[0])}{measured[1..]}",
    };

    private string PredictionText(CodecFigures figures) =>
        $"{SubjectText} pays on lines below {FigureText.Number(figures.PaysBelow.Value)} Mbit/s "
        + $"({FigureText.Number(figures.PaysBelow.Low)} to {FigureText.Number(figures.PaysBelow.High)}), "
        + $"predicted from what both processes measured: {FigureText.Number(figures.Compress)} MB/s in, "
        + $"{FigureText.Number(figures.Decompress)} MB/s out, "
        + (IsStream ? $"{FigureText.Number(figures.Sender)} and {FigureText.Number(figures.Receiver)} MB/s with sending and receiving, "
            : "")
        + $"{FigureText.Number(figures.Savings)} % saved.";

    // The line furthest towards the other side, and the untouched loopback, which is as fast as it gets.
    private string FastSideText(CompressionLine far) =>
        (far.Compressed == Compressed ? "" : $", on one of {far.Name} {BothText(far.Compressed, far.Plain)}")
        + (CompressionLines.WithoutLine(Comparison.Trials, Compressed) is { } fast
            && CompressionLines.WithoutLine(Comparison.Trials, Plain) is { } fastPlain
            ? $", on the untouched loopback {BothText(fast, fastPlain)}"
            : "");

    private ModelCheck? TimeModel(CodecFigures figures)
    {
        if (IsStream || Compressed.Find(CompressionQuantities.PlainBytes) is not { Value: var bytes })
        {
            return null;
        }

        double MillisecondsAt(double megabytesPerSecond) => bytes / megabytesPerSecond / 1000;
        var predicted = CompressionModel.TimeOfOne(
            1 - (figures.Savings / 100), Plain.Value(CompressionQuantities.DownloadTime), MillisecondsAt(figures.Compress),
            MillisecondsAt(figures.Decompress));
        return new ModelCheck("r x the plain download + bytes/c + bytes/d", Math.Round(predicted, 2),
            Math.Round(Compressed.Value(CompressionQuantities.DownloadTime), 2), "ms");
    }

    private static string TimesText(Evidence compressed, Evidence plain) =>
        $"a download takes {DownloadText(compressed)} with it and {DownloadText(plain)} without";

    private static string BothText(Evidence compressed, Evidence plain) => $"{DownloadText(compressed)} and {DownloadText(plain)}";

    private static string DownloadText(Evidence trial) => FigureText.Duration(trial.Value(CompressionQuantities.DownloadTime));
}
