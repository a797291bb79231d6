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

    /// <summary>The code that does the work. For <c>lz4</c> and <c>zstd</c> it depends on this machine.</summary>
    public virtual CodecImplementation Implementation => CodecImplementation.Managed;

    /// <summary>Why the system's faster library is not used, and how to install it; null where nothing is missing.</summary>
    public virtual string? MissingLibrary => null;

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

    /// <summary>Whether decompression that stops at its maximum size costs no more than that size.</summary>
    internal virtual bool StopsAtOnce => true;

    /// <summary>The decompressed size that a message declares, unverified; null when it declares none.</summary>
    internal virtual long? GetDecompressedSize(in ReadOnlySequence<byte> compressed) => null;

    /// <summary>The encoding and its levels, for messages.</summary>
    public override string ToString() => $"{Encoding} ({Levels.Fastest} to {Levels.Best})";

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

/// <summary>The code that a codec calls.</summary>
public enum CodecImplementation
{
    /// <summary>.NET's own compression, which is always there.</summary>
    Framework,

    /// <summary>A native library of this system, such as liblz4.</summary>
    SystemLibrary,

    /// <summary>Managed code that comes with the package: the fallback where a system's library is missing.</summary>
    Managed,
}

/// <summary>The levels of a codec, in its own numbers.</summary>
/// <param name="Fastest">The lowest.</param>
/// <param name="Best">The highest: smallest output, slowest.</param>
/// <param name="Default">The one used where none is named.</param>
public readonly record struct CodecLevels(int Fastest, int Best, int Default);

/// <summary>What came of decompressing a message.</summary>
public enum DecompressOutcome
{
    /// <summary>All of it is there.</summary>
    Done,

    /// <summary>There is more of it than the limit allows; decompression stopped there.</summary>
    TooLarge,

    /// <summary>The bytes are not what the codec's format prescribes: damaged, cut off, or followed by others.</summary>
    Malformed,
}
