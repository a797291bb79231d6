using Fathom.Diagnosis.Causes.CompressionPaysBelow;

namespace Fathom.Tests.Diagnosis.Causes.Models;

/// <summary>A codec that follows the model: its speeds in MB/s, and the rate in Mbit/s below which it pays.</summary>
internal sealed record ModelCodec(string Shape, double Compress, double Decompress, double Ratio, double PaysBelow)
{
    /// <summary>MB of a download.</summary>
    public const double Megabytes = 4.05;

    // c 40 MB/s, d 200 MB/s, r 0.25: 0.75 / (1/40 + 1/200) = 25 MB/s.
    public static ModelCodec Serial { get; } = new("one", 40, 200, 0.25, 200);

    // The slower end is 25 MB/s.
    public static ModelCodec Overlapped { get; } = new("stream", 25, 200, 0.25, 200);

    public double TimeOf(double plainMs) => Shape == "one"
        ? CompressionModel.TimeOfOne(Ratio, plainMs, Megabytes / Compress * 1000, Megabytes / Decompress * 1000)
        : Math.Max(Math.Max(Megabytes / Compress * 1000, Megabytes / Decompress * 1000), Ratio * plainMs);
}
