using Fathom.Diagnosis.Observations;
using Fathom.Statistics;

namespace Fathom.Diagnosis.Causes.CompressionPaysBelow;

/// <summary>What processes measured of a codec, and the rate below which it pays by that.</summary>
/// <param name="PaysBelow">The predicted rate with its interval or range, Mbit/s.</param>
/// <param name="Compress">Compressing, MB/s of plain bytes.</param>
/// <param name="Decompress">Decompressing, MB/s of plain bytes.</param>
/// <param name="Sender">Compressing and sending, MB/s of plain bytes by the sender's processor.</param>
/// <param name="Receiver">Receiving and decompressing, MB/s of plain bytes by the receiver's processor.</param>
/// <param name="Savings">Bytes saved, %.</param>
internal sealed record CodecFigures(Estimate PaysBelow, double Compress, double Decompress, double Sender, double Receiver, double Savings)
{
    private const double Confidence = 0.95;

    /// <summary>The figures of one trial, or of several together; null where one of them was not measured.</summary>
    /// <param name="trials">Trials with the codec.</param>
    public static CodecFigures? Of(IReadOnlyList<Evidence> trials) =>
        PaysBelowOf(trials) is { } paysBelow
        && Median(trials, CompressionQuantities.CompressSpeed) is { } compress
        && Median(trials, CompressionQuantities.DecompressSpeed) is { } decompress
        && Median(trials, CompressionQuantities.SenderSpeed) is { } sender
        && Median(trials, CompressionQuantities.ReceiverSpeed) is { } receiver
        && Median(trials, CompressionQuantities.Savings) is { } savings
            ? new(paysBelow, compress, decompress, sender, receiver, savings)
            : null;

    private static Estimate? PaysBelowOf(IReadOnlyList<Evidence> trials)
    {
        if (trials is [var alone])
        {
            return alone.Find(CompressionQuantities.BreakEven)?.Interval;
        }

        var samples = Samples(trials, CompressionQuantities.BreakEven);
        return samples.Length == 0 ? null : MedianInterval.Of([.. samples.Select(s => s.Value)], Confidence);
    }

    private static double? Median(IReadOnlyList<Evidence> trials, Quantity<double> quantity) =>
        Samples(trials, quantity) is { Length: > 0 } samples ? Sample.Median([.. samples.Select(s => s.Value)]) : null;

    private static Sample[] Samples(IReadOnlyList<Evidence> trials, Quantity<double> quantity) =>
        [.. trials.SelectMany(t => t.Find(quantity)?.Samples ?? [])];
}
