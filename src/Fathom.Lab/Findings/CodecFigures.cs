using Fathom.Lab.Results;
using Fathom.Statistics;

namespace Fathom.Lab.Findings;

/// <summary>What processes measured of a codec, and the rate below which it pays by that.</summary>
/// <param name="PaysBelow">The predicted rate with its 95 % interval, Mbit/s.</param>
/// <param name="Compress">Compressing, MB/s of plain bytes.</param>
/// <param name="Decompress">Decompressing, MB/s of plain bytes.</param>
/// <param name="Server">Compressing and sending, MB/s of plain bytes by the server's processor.</param>
/// <param name="Client">Receiving and decompressing, MB/s of plain bytes by the client's processor.</param>
/// <param name="Savings">Bytes saved, %.</param>
internal sealed record CodecFigures(Interval PaysBelow, double Compress, double Decompress, double Server, double Client, double Savings)
{
    private const double Confidence = 0.95;

    /// <summary>Those of one trial, or of several together; null where one of the figures was not measured.</summary>
    /// <param name="trials">Trials with the codec.</param>
    /// <param name="seed">Seed of the run.</param>
    public static CodecFigures? Of(IReadOnlyList<TrialResult> trials, int seed) =>
        PaysBelowOf(trials, seed) is { } paysBelow && Median(trials, CompressionPaysBelowRule.Compress) is { } compress
        && Median(trials, CompressionPaysBelowRule.Decompress) is { } decompress
        && Median(trials, CompressionPaysBelowRule.Server) is { } server && Median(trials, CompressionPaysBelowRule.Client) is { } client
        && Median(trials, CompressionPaysBelowRule.Savings) is { } savings
            ? new(paysBelow, compress, decompress, server, client, savings)
            : null;

    private static Interval? PaysBelowOf(IReadOnlyList<TrialResult> trials, int seed)
    {
        if (trials is [var alone])
        {
            return alone.Metrics.TryGetValue(CompressionPaysBelowRule.BreakEven, out var value) ? new(value.Value, value.Low, value.High)
                : null;
        }

        var samples = Samples(trials, CompressionPaysBelowRule.BreakEven);
        if (samples.Length == 0)
        {
            return null;
        }

        var estimate = BlockBootstrap.Median(samples, Confidence,
            SeededRandom.For(seed, $"{string.Join(' ', trials.Select(t => t.Id))} {CompressionPaysBelowRule.BreakEven}"));
        return new(estimate.Value, estimate.Low, estimate.High);
    }

    private static double? Median(IReadOnlyList<TrialResult> trials, string metric) =>
        Samples(trials, metric) is { Length: > 0 } samples ? Sample.Median([.. samples.Select(s => s.Value)]) : null;

    private static Sample[] Samples(IReadOnlyList<TrialResult> trials, string metric) =>
        [.. trials.SelectMany(t => t.Replicates.SamplesOf(metric))];
}
