using Fathom.Diagnosis.Observations;

namespace Fathom.Studies.Mediator;

/// <summary>What the study <c>mediator</c> varies of the messages: kind, payload, size, compression. The first level of each factor is the
/// published one, as far as its source shows it.</summary>
internal static class MediatorMessageFactors
{
    public static Factor Message { get; } = new("message",
        "ping: a request whose payload the answer mirrors; bing: a notification over four nodes; unary: what ping does, without a "
            + "mediator; greeter: a unary call of the gRPC tutorial");

    public static Level Ping { get; } = Message.Level("ping");

    public static Level Bing { get; } = Message.Level("bing");

    public static Level Unary { get; } = Message.Level("unary");

    public static Level Greeter { get; } = Message.Level("greeter");

    public static Factor Payload { get; } =
        new("payload", "what the payload is made of: source code that no two messages share, zeros, or random bytes");

    public static Level Text { get; } = Payload.Level("text", CallQuantities.PayloadKind.Is("text"));

    public static Level Zeros { get; } = Payload.Level("zero", CallQuantities.PayloadKind.Is("zero"));

    public static Level RandomBytes { get; } = Payload.Level("rand", CallQuantities.PayloadKind.Is("rand"));

    public static Factor Size { get; } = new("size", "of the payload");

    public static Level Empty { get; } = Size.Level("0", CallQuantities.PayloadBytes.Is(0));

    public static Level Kilobyte { get; } = Size.Level("1k", CallQuantities.PayloadBytes.Is(1 << 10));

    public static Level Megabyte { get; } = Size.Level("1M", CallQuantities.PayloadBytes.Is(1 << 20));

    public static Level TenMegabytes { get; } = Size.Level("10M", CallQuantities.PayloadBytes.Is(10 << 20));

    public static Factor Codec { get; } =
        new("compression", "of messages: none, gzip of the node's answers alone (as published), or lz4 both ways");

    public static Level Raw { get; } = Codec.Level("raw");

    public static Level Gzip { get; } = Codec.Level("gzip", CompressionQuantities.Codec.Is("gzip"));

    public static Level Lz4 { get; } = Codec.Level("lz4", CompressionQuantities.Codec.Is("lz4"));
}
