using Fathom.Diagnosis.Observations;
using Fathom.Records;
using Fathom.SubjectProtocol;

namespace Fathom.Studies.Compression;

/// <summary>What the study <c>compression</c> measures. Megabytes are 10^6 bytes, of plain messages.</summary>
internal static class CompressionMetrics
{
    public static Metric DownloadTime { get; } = new(
        new("download_ms", "ms", Better.Lower, "time of a download, mean of a replicate", Headline: true),
        f => f.OfClient(ReportedValues.WallTime) / f.OfClient(ReportedValues.Calls))
    {
        Observes = CompressionQuantities.DownloadTime,
    };

    public static Metric DownloadError { get; } = new(
        new("download_error_ms", "ms", Better.Lower, "half of the 99.9 % confidence interval of that mean, as BenchmarkDotNet's Error"),
        f => f.OfClient(ReportedValues.DownloadError));

    public static Metric DownloadDeviation { get; } = new(
        new("download_stddev_ms", "ms", Better.Lower, "standard deviation of a download within a replicate"),
        f => f.OfClient(ReportedValues.DownloadDeviation));

    public static Metric Savings { get; } =
        new(new("savings_percent", "%", Better.Higher, "bytes of the response saved", Headline: true), CompressionFigures.Savings)
        {
            Observes = CompressionQuantities.Savings,
        };

    public static Metric WireBytes { get; } = new(
        new("wire_bytes_per_download", "bytes", Better.Lower, "bytes of the response as they travelled", Headline: true),
        f => f.ClientPerCall(ReportedValues.Received.WireBytes));

    public static Metric CompressSpeed { get; } =
        new(new("compress_mb_per_s", "MB/s", Better.Higher, "speed of compressing, in the server", Headline: true),
            CompressionFigures.CompressSpeed)
        {
            Observes = CompressionQuantities.CompressSpeed,
        };

    public static Metric BreakEven { get; } = new(
        new("pays_below_mbit", "Mbit/s", Better.Higher, "rate of the line below which compression pays, predicted", Headline: true),
        CompressionFigures.BreakEven)
    {
        Observes = CompressionQuantities.BreakEven,
    };

    public static Metric ServerCpu { get; } = new(
        new("server_cpu_us_per_call", "us", Better.Lower, "processor time of the server per download", Headline: true),
        f => f.ServerPerCall(ReportedValues.CpuTime))
    {
        Observes = CallQuantities.ServerCpu,
    };

    public static Metric MessageBytes { get; } = new(
        new("message_bytes", "bytes", Better.Neither, "size of a message, as the server sent it"),
        CompressionFigures.MessageBytes)
    {
        Observes = CallQuantities.MessageBytes,
    };

    public static IReadOnlyList<Metric> All { get; } =
    [
        DownloadTime,
        DownloadError,
        DownloadDeviation,
        Savings,
        WireBytes,
        new(new("plain_bytes_per_download", "bytes", Better.Neither, "bytes of the response, decompressed"),
            f => f.ClientPerCall(ReportedValues.Received.PlainBytes))
        {
            Observes = CompressionQuantities.PlainBytes,
        },
        CompressSpeed,
        new(new("decompress_mb_per_s", "MB/s", Better.Higher, "speed of decompressing, in the client", Headline: true),
            CompressionFigures.DecompressSpeed)
        {
            Observes = CompressionQuantities.DecompressSpeed,
        },
        new(new("server_mb_per_s", "MB/s", Better.Higher, "what the server's processor gets through, compressing and sending"),
            CompressionFigures.SenderSpeed)
        {
            Observes = CompressionQuantities.SenderSpeed,
        },
        new(new("client_mb_per_s", "MB/s", Better.Higher, "what the client's processor gets through, receiving and decompressing"),
            CompressionFigures.ReceiverSpeed)
        {
            Observes = CompressionQuantities.ReceiverSpeed,
        },
        BreakEven,
        ServerCpu,
        new(new("client_cpu_us_per_call", "us", Better.Lower, "processor time of the client per download", Headline: true),
            f => f.ClientPerCall(ReportedValues.CpuTime))
        {
            Observes = CallQuantities.ClientCpu,
        },
        new(new("compressed_percent", "%", Better.Neither, "messages that travelled compressed"),
            CompressionFigures.CompressedShare),
        MessageBytes,
        .. WireMetrics.All,
    ];
}
