using Fathom.Lab.Causes.CompressionPaysBelow;
using Fathom.Lab.Observations;
using Fathom.Lab.Results;
using Fathom.SubjectProtocol;

namespace Fathom.Lab.Studies.Compression;

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
        new(new("savings_percent", "%", Better.Higher, "bytes of the response saved", Headline: true), SavingsOf)
        {
            Observes = CompressionQuantities.Savings,
        };

    public static Metric WireBytes { get; } = new(
        new("wire_bytes_per_download", "bytes", Better.Lower, "bytes of the response as they travelled", Headline: true),
        f => f.ClientPerCall(ReportedValues.Received.WireBytes));

    public static Metric CompressSpeed { get; } =
        new(new("compress_mb_per_s", "MB/s", Better.Higher, "speed of compressing, in the server", Headline: true), CompressOf)
        {
            Observes = CompressionQuantities.CompressSpeed,
        };

    public static Metric BreakEven { get; } = new(
        new("pays_below_mbit", "Mbit/s", Better.Higher, "rate of the line below which compression pays, predicted", Headline: true),
        BreakEvenOf)
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
        f => OfServer(f, "sent_plain_bytes") / NotZero(OfServer(f, "sent_messages")))
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
        new(new("decompress_mb_per_s", "MB/s", Better.Higher, "speed of decompressing, in the client", Headline: true), DecompressOf)
        {
            Observes = CompressionQuantities.DecompressSpeed,
        },
        new(new("server_mb_per_s", "MB/s", Better.Higher, "what the server's processor gets through, compressing and sending"), ServerOf)
        {
            Observes = CompressionQuantities.SenderSpeed,
        },
        new(new("client_mb_per_s", "MB/s", Better.Higher, "what the client's processor gets through, receiving and decompressing"),
            ClientOf)
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
            f => 100 * f.OfClient(ReportedValues.Received.Compressed) / NotZero(f.OfClient(ReportedValues.Received.Messages))),
        MessageBytes,
        .. WireMetrics.All,
    ];

    private static double? RatioOf(ReplicateFigures f) =>
        f.OfClient(ReportedValues.Received.WireBytes) / NotZero(f.OfClient(ReportedValues.Received.PlainBytes));

    private static double? SavingsOf(ReplicateFigures f) => 100 * (1 - RatioOf(f));

    // Bytes per microsecond are megabytes per second. Where some messages went plain, the time is not that of all bytes.
    private static double? CompressOf(ReplicateFigures f) =>
        OfServer(f, "sent_compressed") == OfServer(f, "sent_messages")
            ? OfServer(f, "sent_plain_bytes") / NotZero(OfServer(f, "sent_codec_us")) : null;

    private static double? DecompressOf(ReplicateFigures f) =>
        f.OfClient(ReportedValues.Received.Compressed) == f.OfClient(ReportedValues.Received.Messages)
            ? f.OfClient(ReportedValues.Received.PlainBytes) / NotZero(f.OfClient(ReportedValues.Received.CodecTime)) : null;

    private static double? ServerOf(ReplicateFigures f) =>
        f.ClientPerCall(ReportedValues.Received.PlainBytes) / NotZero(f.ServerPerCall(ReportedValues.CpuTime));

    private static double? ClientOf(ReplicateFigures f) =>
        f.ClientPerCall(ReportedValues.Received.PlainBytes) / NotZero(f.ClientPerCall(ReportedValues.CpuTime));

    private static double? BreakEvenOf(ReplicateFigures f) =>
        RatioOf(f) is { } ratio && CompressOf(f) is { } compress && DecompressOf(f) is { } decompress && ServerOf(f) is { } server
            && ClientOf(f) is { } client
            ? 8 * (f.OfClient(ReportedValues.Received.Messages) > f.OfClient(ReportedValues.Calls)
                ? CompressionModel.BreakEvenOfStream(ratio, server, client)
                : CompressionModel.BreakEvenOfOne(ratio, compress, decompress))
            : null;

    private static double? OfServer(ReplicateFigures f, string name) => f.Server.Values.TryGetValue(name, out var value) ? value : null;

    private static double? NotZero(double? value) => value == 0 ? null : value;
}
