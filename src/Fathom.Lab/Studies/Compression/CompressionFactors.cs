using Fathom.Lab.Observations;

namespace Fathom.Lab.Studies.Compression;

/// <summary>What the study <c>compression</c> varies. The first level of each factor is the published one.</summary>
internal static class CompressionFactors
{
    public static Factor Payload { get; } = new("payload",
        "what is downloaded, 4 MB each: as published; the published one that is over gRPC's limit; XML documentation and assemblies "
            + "of the SDK; JSON records; random bytes");

    public static Level Published { get; } = PayloadOf("published");

    public static Level Oversized { get; } = PayloadOf("oversized");

    public static Level Text { get; } = PayloadOf("text");

    public static Level Binaries { get; } = PayloadOf("binaries");

    public static Level Json { get; } = PayloadOf("json");

    public static Level RandomBytes { get; } = PayloadOf("random");

    public static Factor Shape { get; } =
        new("shape", "the payload as one message, or as a stream of its records (810 or 972 bytes as published, 64 KiB otherwise)");

    public static Level OneMessage { get; } = Shape.Level("one", CallQuantities.IsStream.Is(false));

    public static Level MessageStream { get; } = Shape.Level("stream", CallQuantities.IsStream.Is(true));

    public static Factor Codec { get; } =
        new("compression", "the codec of the responses and its level; 'where it pays': the server decides by what it measures");

    public static Level Gzip { get; } = CodecOf("gzip");

    /// <summary>Nothing is compressed.</summary>
    public static Level Uncompressed { get; } = Codec.Level("none");

    public static Level GzipBest { get; } = CodecOf("gzip", "best");

    public static Level GzipAdaptive { get; } = AdaptiveOf("gzip");

    public static Level Deflate { get; } = CodecOf("deflate");

    public static Level DeflateBest { get; } = CodecOf("deflate", "best");

    public static Level Br { get; } = CodecOf("br");

    public static Level Br5 { get; } = CodecOf("br", "5");

    public static Level Br5Adaptive { get; } = AdaptiveOf("br", "5");

    public static Level Br9 { get; } = CodecOf("br", "9");

    public static Level Lz4 { get; } = CodecOf("lz4");

    public static Level Lz4Best { get; } = CodecOf("lz4", "best");

    public static Level Lz4Adaptive { get; } = AdaptiveOf("lz4");

    public static Level Zstd { get; } = CodecOf("zstd");

    public static Level ZstdAdaptive { get; } = AdaptiveOf("zstd");

    public static Level Zstd9 { get; } = CodecOf("zstd", "9");

    public static Level Zstd9Adaptive { get; } = AdaptiveOf("zstd", "9");

    /// <summary>A level with which the server decides, to the level that always compresses.</summary>
    public static IReadOnlyDictionary<Level, Level> AlwaysOf { get; } = new OrderedDictionary<Level, Level>
    {
        [GzipAdaptive] = Gzip, [Zstd9Adaptive] = Zstd9, [Br5Adaptive] = Br5, [Lz4Adaptive] = Lz4, [ZstdAdaptive] = Zstd,
    };

    public static Factor Line { get; } = new("link", "the line between client and server, each way; none is no line");

    /// <summary>No line: loopback as it is.</summary>
    public static Level NoLink { get; } = Line.Level("none");

    /// <summary>The line on which the slowest codec that is compared on lines is expected to pay as well.</summary>
    public static Level SlowestLink { get; } = LineOf(10);

    /// <summary>The line on which all but that codec are expected to pay.</summary>
    public static Level SlowLink { get; } = LineOf(20);

    public static IReadOnlyList<Level> FasterLinks { get; } = [LineOf(50), LineOf(150), LineOf(450)];

    public static Factor Host { get; } = new("host", "the server's HTTP/2 implementation");

    public static Level NativeHost { get; } = Host.Level("native", CallQuantities.ServerStack.Is("native"));

    public static Level KestrelHost { get; } = Host.Level("kestrel", CallQuantities.ServerStack.Is("kestrel"));

    public static Factor Client { get; } = new("client", "the client's HTTP/2 implementation");

    public static Level NativeClient { get; } = Client.Level("native", CallQuantities.ClientStack.Is("native"));

    public static Level FrameworkClient { get; } = Client.Level("httpclient", CallQuantities.ClientStack.Is("httpclient"));

    public static IReadOnlyList<FactorSpec> Of(Profile profile) => profile == Profile.Full
        ? [Payload.WithAll(), Shape.WithAll(), Codec.WithAll(), Line.WithAll(), Host.WithAll(), Client.WithAll()]
        :
        [
            Payload.WithAll(), Shape.WithAll(), Codec.With(Gzip, Uncompressed, GzipBest, Deflate, DeflateBest, Lz4, Zstd),
            Line.With(NoLink), Host.With(NativeHost), Client.With(NativeClient),
        ];

    /// <summary>Whether a combination is one of a server that decides, or one of the two that it decides between.</summary>
    public static bool StandsBesideAdaptive(FactorLevels levels) =>
        levels[Codec] is var level && (level == Uncompressed || AlwaysOf.Any(a => a.Key == level || a.Value == level));

    private static Level PayloadOf(string kind) => Payload.Level(kind, CallQuantities.PayloadKind.Is(kind));

    private static Level LineOf(double mbit) => Line.Level($"{mbit:0}mbit", LinkQuantities.Rate.Is(mbit));

    private static Level CodecOf(string codec, string? level = null) =>
        Codec.Level(level is null ? codec : $"{codec} {level}", MeaningOf(codec, level, isAdaptive: false));

    private static Level AdaptiveOf(string codec, string? level = null) =>
        Codec.Level($"{codec}{(level is null ? "" : " " + level)} where it pays", MeaningOf(codec, level, isAdaptive: true));

    private static List<Setting> MeaningOf(string codec, string? level, bool isAdaptive) =>
    [
        CompressionQuantities.Codec.Is(codec),
        CompressionQuantities.Adaptive.Is(isAdaptive),
        .. level is null ? Array.Empty<Setting>() : [CompressionQuantities.CodecLevel.Is(level)],
    ];
}
