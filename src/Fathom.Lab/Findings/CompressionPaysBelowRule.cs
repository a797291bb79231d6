using Fathom.Lab.Results;

namespace Fathom.Lab.Findings;

/// <summary>
/// <c>compression-pays-below</c>: the rate of the line below which a codec pays for a payload and kind of call. Predicted from what both
/// processes measured of the codec; proven by the same downloads without compression on lines of both sides: where the gain becomes a loss
/// is the crossing, beside which the prediction stands. Where no line is fast enough, the untouched loopback is the fast side; where that
/// shows no difference either, the prediction alone is a hint.
/// </summary>
public sealed class CompressionPaysBelowRule : IFindingRule
{
    /// <summary>The predicted rate, Mbit/s.</summary>
    public const string BreakEven = "pays_below_mbit";

    /// <summary>Compressing, MB/s of plain bytes.</summary>
    public const string Compress = "compress_mb_per_s";

    /// <summary>Decompressing, MB/s of plain bytes.</summary>
    public const string Decompress = "decompress_mb_per_s";

    /// <summary>What the server's processor compresses and sends, MB/s of plain bytes.</summary>
    public const string Server = "server_mb_per_s";

    /// <summary>What the client's processor receives and decompresses, MB/s of plain bytes.</summary>
    public const string Client = "client_mb_per_s";

    /// <summary>Bytes saved, %.</summary>
    public const string Savings = "savings_percent";

    /// <summary>Time of a download, ms.</summary>
    public const string DownloadMs = "download_ms";

    /// <summary>Plain bytes of a download.</summary>
    public const string PlainBytes = "plain_bytes_per_download";

    /// <summary>The level that compresses nothing.</summary>
    public const string None = "none";

    /// <summary>The level of the factor <c>link</c> without a line.</summary>
    internal const string Untouched = "none";

    private const string SerialFormula = "(1-r) / (1/c + 1/d)";
    private const string OverlappedFormula = "min(s, t)";

    private const string AboveFix = """
        // the line is faster than the codec: send as it is
        services.AddGrpc(options => options.ResponseCompressionAlgorithm = null);
        // or let each method find out
        new ServerOptions { Compression = MessageCompression.Adaptive(CodecRegistry.Zstd) };
        """;

    private const string BelowFix = """
        // the line is slower than the codec: compress
        services.AddGrpc(options =>
        {
            options.ResponseCompressionAlgorithm = "gzip";
            options.ResponseCompressionLevel = CompressionLevel.Fastest;
        });
        // or let each method find out
        new ServerOptions { Compression = MessageCompression.Adaptive(CodecRegistry.Zstd) };
        """;

    /// <inheritdoc/>
    public string Id => "compression-pays-below";

    /// <inheritdoc/>
    public Finding? Judge(TrialPair pair)
    {
        var (isGain, compressed, plain) = pair.Changed.From == None
            ? (true, pair.Counterfactual, pair.Baseline)
            : (false, pair.Baseline, pair.Counterfactual);
        // An interrupted run has trials that were not measured.
        if (pair.Metric.Id != DownloadMs || !compressed.Metrics.ContainsKey(DownloadMs) || !plain.Metrics.ContainsKey(DownloadMs)
            || CodecFigures.Of([compressed], pair.Seed) is not { } figures)
        {
            return null;
        }

        return compressed.LineMbit() is { } rate
            ? OnLine(pair, isGain, compressed, plain, rate)
            : OnLoopback(pair, isGain, compressed, plain, figures);
    }

    private Finding OnLoopback(TrialPair pair, bool isGain, TrialResult compressed, TrialResult plain, CodecFigures figures)
    {
        var claim = $"{Prediction(compressed, figures)} On the untouched loopback {Times(compressed, plain)}"
            + (pair.Difference.Supported ? ": only one side was measured." : ", which proves no difference.");
        return pair.Finding(Id, claim, isGain ? BelowFix : AboveFix) with
        {
            // A loopback as fast as the codec decides nothing: the prediction stands alone then, and is called a hint.
            Kind = pair.Difference.Supported ? FindingKind.Finding : FindingKind.Hint,
            Model = TimeModel(compressed, plain, figures),
        };
    }

    private Finding? OnLine(TrialPair pair, bool isGain, TrialResult compressed, TrialResult plain, double rate)
    {
        var lines = CompressionLines.Of(pair.Trials, compressed, plain);
        var sides = lines.Sides;
        // Where the gain becomes a loss both neighbours count alike; the speeds of a codec are those of the processes it is compared in.
        TrialResult[] measuredIn = sides is var (s, f) ? [s.Compressed, f.Compressed] : [compressed];
        if (CodecFigures.Of(measuredIn, pair.Seed) is not { } figures
            || !pair.Difference.Supported || lines.ContradictThemselves || isGain != rate < figures.PaysBelow.Value)
        {
            // The line shows nothing, or contradicts the model: no claim may rest on it.
            return null;
        }

        var finding = pair.Finding(Id, "", isGain ? BelowFix : AboveFix);
        if (sides is not var (slow, fast))
        {
            return finding with
            {
                Claim = $"{Prediction(compressed, figures)} On a line of {compressed.Factors["link"]} {Times(compressed, plain)}"
                    + $"{FastSide(pair, compressed, plain, isGain ? lines.Fastest : lines.Slowest)}: only one side was measured on a line.",
                Model = TimeModel(compressed, plain, figures),
            };
        }

        var crossing = CompressionLines.Crossing(slow, fast);
        var off = (figures.PaysBelow.Value / crossing) - 1;
        return finding with
        {
            Claim = $"{Prediction(compressed, figures)} On a line of {slow.Compressed.Factors["link"]} "
                + $"{Times(slow.Compressed, slow.Plain)}, on one of {fast.Compressed.Factors["link"]} "
                + $"{BothTimes(fast.Compressed, fast.Plain)}: by these the two meet at {Say.Number(crossing)} Mbit/s, "
                + $"and the prediction is {Say.Number(Math.Abs(100 * off))} % too {(off < 0 ? "low" : "high")}.",
            Model = new ModelCheck(IsStream(compressed) ? OverlappedFormula : SerialFormula, Math.Round(figures.PaysBelow.Value, 1),
                Math.Round(crossing, 1), "Mbit/s"),
        };
    }

    private static string Prediction(TrialResult compressed, CodecFigures figures) =>
        $"{compressed.Factors["compression"]} on the payload '{compressed.Factors["payload"]}' as "
            + $"{(IsStream(compressed) ? "a stream" : "one message")} pays on lines below "
        + $"{Say.Number(figures.PaysBelow.Value)} Mbit/s ({Say.Number(figures.PaysBelow.Low)} to {Say.Number(figures.PaysBelow.High)}), "
        + $"predicted from what both processes measured: "
        + $"{Say.Number(figures.Compress)} MB/s in, {Say.Number(figures.Decompress)} MB/s out, "
        + (IsStream(compressed) ? $"{Say.Number(figures.Server)} and {Say.Number(figures.Client)} MB/s with sending and receiving, " : "")
        + $"{Say.Number(figures.Savings)} % saved.";

    private static string Times(TrialResult compressed, TrialResult plain) =>
        $"a download takes {Say.Duration(CompressionLines.TimeOf(compressed))} with it and "
            + $"{Say.Duration(CompressionLines.TimeOf(plain))} without";

    // The line furthest towards the other side, and the untouched loopback, which is as fast as it gets.
    private static string FastSide(TrialPair pair, TrialResult compressed, TrialResult plain, CompressionLine far) =>
        (far.Compressed == compressed ? "" : $", on one of {far.Compressed.Factors["link"]} {BothTimes(far.Compressed, far.Plain)}")
        + (CompressionLines.WithoutLine(pair.Trials, compressed) is { } fast
            && CompressionLines.WithoutLine(pair.Trials, plain) is { } fastPlain
            ? $", on the untouched loopback {BothTimes(fast, fastPlain)}"
            : "");

    private static string BothTimes(TrialResult compressed, TrialResult plain) =>
        $"{Say.Duration(CompressionLines.TimeOf(compressed))} and {Say.Duration(CompressionLines.TimeOf(plain))}";

    private static bool IsStream(TrialResult trial) => trial.Factors["shape"] == "stream";

    private static ModelCheck? TimeModel(TrialResult compressed, TrialResult plain, CodecFigures figures)
    {
        if (IsStream(compressed) || !compressed.Metrics.TryGetValue(PlainBytes, out var bytes))
        {
            return null;
        }

        double MillisecondsAt(double megabytesPerSecond) => bytes.Value / megabytesPerSecond / 1000;
        var predicted = CompressionModel.TimeOfOne(
            1 - (figures.Savings / 100), CompressionLines.TimeOf(plain), MillisecondsAt(figures.Compress),
                MillisecondsAt(figures.Decompress));
        return new ModelCheck("r x the plain download + bytes/c + bytes/d", Math.Round(predicted, 2),
            Math.Round(CompressionLines.TimeOf(compressed), 2), "ms");
    }
}
