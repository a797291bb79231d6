namespace Fathom.Lab.Studies.Compression;

/// <summary>The figures published in the blog post, and where ours belong beside them.</summary>
internal static class CompressionPublished
{
    private const string Source = "blog.yowko.com, \"C# (.NET Core 2) 啟用 gRPC 壓縮\", 2019-11-16 (Grpc.Core 2.25; BenchmarkDotNet, three "
        + "runs)";

    public static IReadOnlyList<TableSpec> Tables { get; } =
    [
        new(
            "Milliseconds for the download of 4,050,007 bytes (error)",
            Source,
            "download_ms",
            ["gzip", "deflate", "none"],
            [
                new PublishedRow("published: mean (error) of run 1", ["323.6 (6.4)", "306.6 (6.0)", null]),
                new PublishedRow("published: run 2", ["376.1 (14.1)", "347.4 (6.9)", null]),
                new PublishedRow("published: run 3", ["311.7 (6.2)", "332.4 (9.0)", null]),
                Measured("measured: mean, the framework's default level", "one"),
                Measured("measured: the same as 5,000 messages", "stream"),
            ]),
        new("The same, half of the 99.9 % confidence interval", Source, "download_error_ms", ["gzip", "deflate", "none"],
            [Measured("measured: error", "one"), Measured("measured: error, as 5,000 messages", "stream")]),
        new("The same, standard deviation", Source, "download_stddev_ms", ["gzip", "deflate", "none"],
            [Measured("measured: standard deviation", "one"), Measured("measured: standard deviation, as 5,000 messages", "stream")]),
        new(
            "Bytes on the wire, of 4,050,007 (saved)",
            Source,
            "wire_bytes_per_download",
            ["gzip", "deflate"],
            [
                new PublishedRow("published: C-core's level", ["9888 (99.76 %)", "9876 (99.76 %)"]),
                new MeasuredRow("measured: the best level", [Levels("gzip best"), Levels("deflate best")]),
                new MeasuredRow("measured: the framework's default level", [Levels("gzip"), Levels("deflate")]),
                new MeasuredRow("measured: default level, as 5,000 messages", [Levels("gzip", "stream"), null]),
            ]),
    ];

    private static MeasuredRow Measured(string label, string shape) =>
        new(label, [Levels("gzip", shape), Levels("deflate", shape), Levels("none", shape)]);

    private static FactorLevels Levels(string compression, string shape = "one") =>
        FactorLevels.BaselineOf(CompressionFactors.Of(Profile.Quick)).With(CompressionFactors.Compression, compression)
            .With(CompressionFactors.Shape, shape);
}
