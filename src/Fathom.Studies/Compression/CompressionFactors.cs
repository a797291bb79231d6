using Fathom.Diagnosis.Observations;
using static Fathom.Studies.Compression.CompressionCodecs;

namespace Fathom.Studies.Compression;

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

    private static Level PayloadOf(string kind) => Payload.Level(kind, CallQuantities.PayloadKind.Is(kind));

    private static Level LineOf(double mbit) => Line.Level($"{mbit:0}mbit", LinkQuantities.Rate.Is(mbit));
}
