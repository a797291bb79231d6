using Fathom.Lab.Findings;

namespace Fathom.Lab.Studies.Compression;

/// <summary>What the study <c>compression</c> varies. The first level of each is what was published.</summary>
internal static class CompressionFactors
{
    public const string Payload = "payload";
    public const string Shape = "shape";
    public const string Compression = "compression";
    public const string Link = "link";

    /// <summary>The line that is no line: loopback as it is.</summary>
    public const string NoLink = "none";

    /// <summary>The line on which all but the slowest codec that is compared on lines are expected to pay.</summary>
    public const string SlowLink = "20mbit";

    /// <summary>The line on which that one is expected to pay as well.</summary>
    public const string SlowestLink = "10mbit";

    /// <summary>The end of a level of <see cref="Compression"/> with which the server decides.</summary>
    public const string WherePays = " where it pays";

    private const string NoCodec = CompressionPaysBelowRule.None;

    private static readonly string[] Full =
    [
        "gzip", NoCodec, "gzip best", "gzip where it pays", "deflate", "deflate best", "br", "br 5", "br 5 where it pays", "br 9",
        "lz4", "lz4 best", "lz4 where it pays", "zstd", "zstd where it pays", "zstd 9", "zstd 9 where it pays",
    ];

    public static IReadOnlyList<FactorSpec> Of(Profile profile) =>
    [
        new(Payload,
            "what is downloaded, 4 MB each: as published; the published one that is over gRPC's limit; XML documentation and assemblies "
                + "of the SDK; JSON records; random bytes",
            ["published", "oversized", "text", "binaries", "json", "random"]),
        new(Shape, "the payload as one message, or as a stream of its records (810 or 972 bytes as published, 64 KiB otherwise)",
            ["one", "stream"]),
        new(Compression, "the codec of the responses and its level; 'where it pays': the server decides by what it measures",
            profile == Profile.Full ? Full : ["gzip", NoCodec, "gzip best", "deflate", "deflate best", "lz4", "zstd"]),
        new(Link, "the line between client and server, each way; none is no line",
            profile == Profile.Full ? [NoLink, SlowestLink, SlowLink, "50mbit", "150mbit", "450mbit"] : [NoLink]),
        new("host", "the server's HTTP/2 implementation", profile == Profile.Full ? ["native", "kestrel"] : ["native"]),
        new("client", "the client's HTTP/2 implementation", profile == Profile.Full ? ["native", "httpclient"] : ["native"]),
    ];

    /// <summary>Whether a level of <see cref="Compression"/> is a server that decides.</summary>
    public static bool Decides(string compression) => compression.EndsWith(WherePays, StringComparison.Ordinal);

    /// <summary>Whether a level of <see cref="Compression"/> is a server that decides, or one of the two that it decides between.</summary>
    public static bool StandsBesideDeciding(string compression) =>
        compression == NoCodec || Decides(compression) || Full.Contains(compression + WherePays);
}
