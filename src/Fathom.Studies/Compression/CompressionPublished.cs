using static Fathom.Studies.Compression.CompressionCodecs;
using static Fathom.Studies.Compression.CompressionFactors;

namespace Fathom.Studies.Compression;

/// <summary>The figures of the blog post, with ours beside them.</summary>
internal static class CompressionPublished
{
    private const string Source = "blog.yowko.com, \"C# (.NET Core 2) 啟用 gRPC 壓縮\", 2019-11-16 "
        + "(Grpc.Core 2.25; BenchmarkDotNet, three runs)";

    public static IReadOnlyList<TableSpec> Tables { get; } =
    [
        new(
            "Milliseconds for the download of 4,050,007 bytes (error)",
            Source,
            CompressionMetrics.DownloadTime,
            ["gzip", "deflate", "none"],
            [
                new PublishedRow("published: mean (error) of run 1", ["323.6 (6.4)", "306.6 (6.0)", null]),
                new PublishedRow("published: run 2", ["376.1 (14.1)", "347.4 (6.9)", null]),
                new PublishedRow("published: run 3", ["311.7 (6.2)", "332.4 (9.0)", null]),
                Measured("measured: mean, the framework's default level", OneMessage),
                Measured("measured: the same as 5,000 messages", MessageStream),
            ]),
        new("The same, half of the 99.9 % confidence interval", Source, CompressionMetrics.DownloadError, ["gzip", "deflate", "none"],
            [Measured("measured: error", OneMessage), Measured("measured: error, as 5,000 messages", MessageStream)]),
        new("The same, standard deviation", Source, CompressionMetrics.DownloadDeviation, ["gzip", "deflate", "none"],
            [Measured("measured: standard deviation", OneMessage),
                Measured("measured: standard deviation, as 5,000 messages", MessageStream)]),
        new(
            "Bytes on the wire, of 4,050,007 (saved)",
            Source,
            CompressionMetrics.WireBytes,
            ["gzip", "deflate"],
            [
                new PublishedRow("published: C-core's level", ["9888 (99.76 %)", "9876 (99.76 %)"]),
                new MeasuredRow("measured: the best level", [Levels(GzipBest, OneMessage), Levels(DeflateBest, OneMessage)]),
                new MeasuredRow("measured: the framework's default level", [Levels(Gzip, OneMessage), Levels(Deflate, OneMessage)]),
                new MeasuredRow("measured: default level, as 5,000 messages", [Levels(Gzip, MessageStream), null]),
            ]),
    ];

    private static MeasuredRow Measured(string label, Level shape) =>
        new(label, [Levels(Gzip, shape), Levels(Deflate, shape), Levels(Uncompressed, shape)]);

    private static FactorLevels Levels(Level compression, Level shape) =>
        FactorLevels.BaselineOf(Of(Profile.Quick)).With(compression, shape);
}
