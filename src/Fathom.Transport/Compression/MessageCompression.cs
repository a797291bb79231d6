using Fathom.Transport.Codecs;
using Fathom.Wire.Grpc;

namespace Fathom.Transport.Compression;

/// <summary>
/// How one side compresses the messages it sends: not at all, always, or where it pays. A message that would not become smaller is sent as
/// it is, whatever is asked for, and a peer that does not accept the codec gets all of them plain (gRPC doc/compression.md). Immutable;
/// equal when all parts are.
/// </summary>
public sealed record MessageCompression
{
    private MessageCompression(Codec? codec, int level, bool isAdaptive) => (Codec, Level, IsAdaptive) = (codec, level, isAdaptive);

    /// <summary>Messages go as they are.</summary>
    public static MessageCompression None { get; } = new(null, 0, false);

    /// <summary>The codec; null: none.</summary>
    public Codec? Codec { get; }

    /// <summary>One of the codec's levels; without meaning where there is no codec.</summary>
    public int Level { get; }

    /// <summary>Whether each method's messages are compressed only while that pays at the measured rate;
    /// <see cref="MethodCompressionReport"/> tells.</summary>
    public bool IsAdaptive { get; }

    /// <summary>Its name in <c>grpc-encoding</c>.</summary>
    public string Encoding => Codec?.Encoding ?? MessageEncodings.Identity;

    /// <summary>Every message that becomes smaller by it.</summary>
    /// <param name="codec">The codec.</param>
    /// <param name="level">One of its levels; null: its default.</param>
    /// <exception cref="ArgumentOutOfRangeException">There is no such level.</exception>
    public static MessageCompression Always(Codec codec, int? level = null) =>
        new(Validate(codec, level), level ?? codec.Levels.Default, false);

    /// <summary>The messages of a method for as long as compressing, sending and decompressing them takes less time than sending them as
    /// they are.</summary>
    /// <param name="codec">The codec.</param>
    /// <param name="level">One of its levels; null: its default.</param>
    /// <exception cref="ArgumentOutOfRangeException">There is no such level.</exception>
    public static MessageCompression Adaptive(Codec codec, int? level = null) =>
        new(Validate(codec, level), level ?? codec.Levels.Default, true);

    /// <summary>For people: <c>gzip 6</c>, <c>gzip 6 where it pays</c>, <c>none</c>.</summary>
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
