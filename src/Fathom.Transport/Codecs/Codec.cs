using System.Buffers;

namespace Fathom.Transport.Codecs;

/// <summary>
/// A message compression algorithm (gRPC doc/compression.md). Thread-safe; one instance serves all calls.
/// </summary>
public abstract class Codec
{
    /// <summary>The name in <c>grpc-encoding</c> and <c>grpc-accept-encoding</c>.</summary>
    public abstract string Encoding { get; }

    /// <summary>The compression levels of the codec.</summary>
    public abstract CodecLevels Levels { get; }

    /// <summary>Whether the codec can be used on this system.</summary>
    public virtual bool IsAvailable => true;

    /// <summary>Compresses a message into one frame or stream of the codec's format.</summary>
    /// <param name="plain">The message.</param>
    /// <param name="output">Receives the compressed bytes.</param>
    /// <param name="level">A level within <see cref="Levels"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException">The codec does not have this level.</exception>
    public abstract void Compress(in ReadOnlySequence<byte> plain, IBufferWriter<byte> output, int level);

    /// <summary>Decompresses a message, which must be all of <paramref name="compressed"/>. Stops at <paramref name="maxSize"/>, so that a
    /// decompression bomb uses no more memory than that.</summary>
    /// <param name="compressed">The compressed message.</param>
    /// <param name="output">Receives the decompressed bytes. Discard them after a failure.</param>
    /// <param name="maxSize">Maximum size after decompression, in bytes.</param>
    public abstract DecompressOutcome Decompress(in ReadOnlySequence<byte> compressed, IBufferWriter<byte> output, int maxSize);

    /// <summary>How far back the codec finds repetitions, in bytes; null when samples are not representative of a message.</summary>
    internal virtual int? WindowSize => null;

    /// <summary>The decompressed size that a message declares, unverified; null when it declares none.</summary>
    internal virtual long? GetDecompressedSize(in ReadOnlySequence<byte> compressed) => null;

    /// <summary>The encoding and its levels, for messages.</summary>
    public override string ToString() => $"{Encoding} ({Levels.Fastest} to {Levels.Best})";

    /// <summary>Loads the system library of the codec.</summary>
    /// <exception cref="CodecUnavailableException">The library is missing.</exception>
    internal virtual void RequireAvailable()
    {
    }

    /// <summary>Throws for a level that the codec does not have.</summary>
    internal void RequireLevel(int level) => CheckLevel(level);

    /// <summary>Throws for a level that the codec does not have.</summary>
    protected void CheckLevel(int level)
    {
        if (level < Levels.Fastest || level > Levels.Best)
        {
            throw new ArgumentOutOfRangeException(
                nameof(level), level,
                    $"Level {level} is not supported by the codec '{Encoding}'; accepted: {Levels.Fastest} to {Levels.Best}, "
                        + $"default {Levels.Default}.");
        }
    }
}
