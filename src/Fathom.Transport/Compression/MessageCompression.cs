using Fathom.Transport.Codecs;
using Fathom.Wire.Grpc;

namespace Fathom.Transport.Compression;

/// <summary>
/// How one side compresses the messages it sends: never, always, or adaptively. A message that does not become smaller is sent uncompressed
/// in any case, and so are all messages to a peer that does not accept the codec (gRPC doc/compression.md). Immutable, with value equality.
/// </summary>
public sealed record MessageCompression
{
    private MessageCompression(Codec? codec, int level, bool isAdaptive) => (Codec, Level, IsAdaptive) = (codec, level, isAdaptive);

    /// <summary>No compression.</summary>
    public static MessageCompression None { get; } = new(null, 0, false);

    /// <summary>The codec; null for no compression.</summary>
    public Codec? Codec { get; }

    /// <summary>The level of the codec; 0 without a codec.</summary>
    public int Level { get; }

    /// <summary>Whether each method's messages are compressed only while that pays at the measured rate;
    /// <see cref="MethodCompressionReport"/> tells.</summary>
    public bool IsAdaptive { get; }

    /// <summary>The name of the codec in <c>grpc-encoding</c>.</summary>
    public string Encoding => Codec?.Encoding ?? MessageEncodings.Identity;

    /// <summary>Compresses every message that becomes smaller.</summary>
    /// <param name="codec">The codec.</param>
    /// <param name="level">The level of the codec; null: its default.</param>
    /// <exception cref="ArgumentOutOfRangeException">The codec does not have this level.</exception>
    public static MessageCompression Always(Codec codec, int? level = null) =>
        new(Validate(codec, level), level ?? codec.Levels.Default, false);

    /// <summary>Compresses the messages of a method while compression, sending and decompression take less time than sending them
    /// uncompressed. Measured per method and connection; see docs/adaptive-compression.md.</summary>
    /// <param name="codec">The codec.</param>
    /// <param name="level">The level of the codec; null: its default.</param>
    /// <exception cref="ArgumentOutOfRangeException">The codec does not have this level.</exception>
    public static MessageCompression Adaptive(Codec codec, int? level = null) =>
        new(Validate(codec, level), level ?? codec.Levels.Default, true);

    /// <summary>For example <c>gzip 6</c>, <c>gzip 6 where it pays</c> (adaptive) or <c>none</c>.</summary>
    public override string ToString() => Codec is null ? "none" : $"{Encoding} {Level}{(IsAdaptive ? " where it pays" : "")}";

    private static Codec Validate(Codec codec, int? level)
    {
        ArgumentNullException.ThrowIfNull(codec);
        if (level is { } asked)
        {
            codec.RequireLevel(asked);
        }

        return codec;
    }
}
