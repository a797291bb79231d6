using Fathom.Diagnosis.Observations;

namespace Fathom.Diagnosis.Causes.CompressionPaysBelow;

/// <summary>
/// <c>compression-pays-below</c>: the rate of the line below which a codec pays for a payload and kind of call. Predicted from what both
/// processes measured of the codec. Proven by the same downloads without compression on lines of both sides: the prediction stands beside
/// the rate at which the gain becomes a loss. Where no line is fast enough, the untouched loopback is the fast side; where that shows no
/// difference either, the prediction alone is a hint.
/// </summary>
public sealed class CompressionPaysBelowCause() : Cause(Name, provenBy: [CompressionQuantities.Codec])
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "compression-pays-below";

    /// <summary>Unit of a model that predicts a rate of the line, not a time.</summary>
    public const string RateUnit = "Mbit/s";

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
    public override IReadOnlyList<Quantity> RequiredInStudy =>
        [CompressionQuantities.DownloadTime, CallQuantities.PayloadKind, CallQuantities.IsStream];

    /// <inheritdoc/>
    protected override Conclusion? Prove(Comparison comparison) => Judged(comparison) is not { } judged ? null
        : judged.Compressed.Has(LinkQuantities.Rate) ? judged.OnLine()
        : judged.OnLoopback();

    /// <summary>On a line that shows no difference no claim is made; the untouched loopback is expected to decide nothing.</summary>
    /// <inheritdoc/>
    protected override Conclusion? Hint(Comparison comparison) =>
        Judged(comparison) is { } judged && !judged.Compressed.Has(LinkQuantities.Rate) ? judged.OnLoopback() : null;

    private static CodecComparison? Judged(Comparison comparison)
    {
        var isGain = !comparison.Baseline.Has(CompressionQuantities.Codec);
        var (compressed, plain) = isGain
            ? (comparison.Counterfactual, comparison.Baseline)
            : (comparison.Baseline, comparison.Counterfactual);
        return CodecFigures.Of([compressed]) is { } figures
            ? new(comparison, isGain, compressed, plain, figures, isGain ? BelowFix : AboveFix)
            : null;
    }
}
