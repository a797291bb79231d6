using System.Globalization;
using Fathom.Lab.Results;

namespace Fathom.Lab.Findings;

/// <summary>
/// <c>compression-pays-below</c>: the rate of the line below which a codec pays for a payload and kind of call. Predicted from what both processes measured of the
/// codec; proven by the same downloads without compression, on a line of each side: above the rate compression must cost time, below it must save time. Where
/// the untouched loopback shows no difference, the prediction alone is a hint.
/// </summary>
public sealed class CompressionPaysBelowRule : IFindingRule
{
    /// <summary>The predicted rate, Mbit/s.</summary>
    public const string BreakEven = "pays_below_mbit";

    /// <summary>Compressing, MB/s of plain bytes.</summary>
    public const string Compress = "compress_mb_per_s";

    /// <summary>Decompressing, MB/s of plain bytes.</summary>
    public const string Decompress = "decompress_mb_per_s";

    /// <summary>Bytes saved, %.</summary>
    public const string Savings = "savings_percent";

    /// <summary>Time of a download, ms.</summary>
    public const string DownloadMs = "download_ms";

    /// <summary>Plain bytes of a download.</summary>
    public const string PlainBytes = "plain_bytes_per_download";

    /// <summary>The level that compresses nothing.</summary>
    public const string None = "none";

    private const string Untouched = "none";

    private const string AboveFix = """
        // the line is faster than the codec: send as it is
        services.AddGrpc(options => options.ResponseCompressionAlgorithm = null);
        // or let each method find out
        new ServerOptions { Compression = MessageCompression.WherePays(CodecRegistry.Zstd) };
        """;

    private const string BelowFix = """
        // the line is slower than the codec: compress
        services.AddGrpc(options =>
        {
            options.ResponseCompressionAlgorithm = "gzip";
            options.ResponseCompressionLevel = CompressionLevel.Fastest;
        });
        // or let each method find out
        new ServerOptions { Compression = MessageCompression.WherePays(CodecRegistry.Zstd) };
        """;

    /// <inheritdoc/>
    public string Id => "compression-pays-below";

    /// <inheritdoc/>
    public Finding? Judge(TrialPair pair)
    {
        var (isGain, compressed, plain) = pair.Changed.From == None
            ? (true, pair.Counterfactual, pair.Baseline)
            : (false, pair.Baseline, pair.Counterfactual);
        if (pair.Metric.Id != DownloadMs
            || !compressed.Metrics.TryGetValue(BreakEven, out var breakEven)
            || Value(compressed, Compress) is not { } compress || Value(compressed, Decompress) is not { } decompress || Value(compressed, Savings) is not { } savings)
        {
            return null;
        }

        var link = compressed.Factors["link"];
        if (RateOf(link) is { } rate && (!pair.Difference.Supported || isGain != rate < breakEven.Value))
        {
            // The line shows nothing, or contradicts the model: no claim may rest on it.
            return null;
        }

        var isStream = compressed.Factors["shape"] == "stream";
        var codec = isGain ? pair.Changed.To : pair.Changed.From;
        var claim = $"{codec} on the payload '{compressed.Factors["payload"]}' as {(isStream ? "a stream" : "one message")} pays on lines below {Say.Number(breakEven.Value)} Mbit/s "
            + $"({Say.Number(breakEven.Low)} to {Say.Number(breakEven.High)}), predicted from what both processes measured: {Say.Number(compress)} MB/s in, {Say.Number(decompress)} MB/s out, "
            + $"{Say.Number(savings)} % saved. {Where(link)} a download takes {Say.Duration(compressed.Metrics[DownloadMs].Value)} with it and {Say.Duration(plain.Metrics[DownloadMs].Value)} without"
            + (!pair.Difference.Supported ? ", which proves no difference." : link == Untouched ? ": only one side was measured." : ".");
        return pair.Finding(Id, claim, isGain ? BelowFix : AboveFix) with
        {
            // A line as fast as the codec decides nothing: the prediction stands alone then, and is called a hint.
            Kind = pair.Difference.Supported ? FindingKind.Finding : FindingKind.Hint,
            Model = isStream ? null : ModelOf(compressed, plain, compress, decompress, savings),
        };
    }

    private static string Where(string link) => link == Untouched ? "On the untouched loopback" : $"On a line of {link}";

    /// <summary>The rate of a line in Mbit/s, for example of <c>10mbit</c>; null for the untouched loopback.</summary>
    private static double? RateOf(string link) =>
        link.EndsWith("mbit", StringComparison.Ordinal) && double.TryParse(link[..^4], NumberStyles.Float, CultureInfo.InvariantCulture, out var rate) ? rate : null;

    private static double? Value(TrialResult trial, string metric) => trial.Metrics.TryGetValue(metric, out var value) ? value.Value : null;

    private static ModelCheck? ModelOf(TrialResult compressed, TrialResult plain, double compress, double decompress, double savings)
    {
        if (Value(compressed, PlainBytes) is not { } bytes)
        {
            return null;
        }

        double MillisecondsAt(double megabytesPerSecond) => bytes / megabytesPerSecond / 1000;
        var predicted = CompressionModel.TimeOfOne(1 - (savings / 100), plain.Metrics[DownloadMs].Value, MillisecondsAt(compress), MillisecondsAt(decompress));
        return new ModelCheck("r x the plain download + bytes/c + bytes/d", Math.Round(predicted, 2), Math.Round(compressed.Metrics[DownloadMs].Value, 2), "ms");
    }
}
