using System.Buffers;

namespace Fathom.Transport.Codecs;

/// <summary>
/// A compression of messages, named as in <c>grpc-encoding</c> (gRPC doc/compression.md). One instance serves all calls at once;
/// what it needs beside the message is pooled.
/// </summary>
public abstract class Codec
{
    /// <summary>Its name in <c>grpc-encoding</c> and <c>grpc-accept-encoding</c>.</summary>
    public abstract string Encoding { get; }

    /// <summary>The levels it has.</summary>
    public abstract CodecLevels Levels { get; }

    /// <summary>The code that does the work. For <c>lz4</c> and <c>zstd</c> it depends on this machine.</summary>
    public virtual CodecImplementation Implementation => CodecImplementation.Managed;

    /// <summary>Why the system's faster library is not used, and how to install it; null where nothing is missing.</summary>
    public virtual string? MissingLibrary => null;

    /// <summary>Compresses a message into one frame or stream of the codec's format.</summary>
    /// <param name="plain">The message.</param>
    /// <param name="output">Takes the compressed bytes.</param>
    /// <param name="level">One of <see cref="Levels"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException">There is no such level.</exception>
    public abstract void Compress(in ReadOnlySequence<byte> plain, IBufferWriter<byte> output, int level);

    /// <summary>
    /// Decompresses a message, which must take up all of <paramref name="compressed"/>. Stops as soon as there is more than
    /// <paramref name="maxSize"/>: a decompression bomb costs that much memory and no more.
    /// </summary>
    /// <param name="compressed">The message as received.</param>
    /// <param name="output">Takes the plain bytes. After a failure its content is undefined.</param>
    /// <param name="maxSize">Most plain bytes accepted.</param>
    public abstract DecompressOutcome Decompress(in ReadOnlySequence<byte> compressed, IBufferWriter<byte> output, int maxSize);

    /// <summary>How far back, in bytes, it finds what repeats; null: so far that a part of a message says little of the whole.</summary>
    internal virtual int? WindowSize => null;

    /// <summary>Bytes that a message says of itself it will have; null where it says nothing. Nobody has looked whether it is
    /// true.</summary>
    internal virtual long? GetDecompressedSize(in ReadOnlySequence<byte> compressed) => null;

    /// <summary>For messages: the encoding and its levels.</summary>
    public override string ToString() => $"{Encoding} ({Levels.Fastest} to {Levels.Best})";

    /// <summary>Refuses a level that is not there.</summary>
    internal void RequireLevel(int level) => CheckLevel(level);

    /// <summary>Refuses a level that is not there.</summary>
    protected void CheckLevel(int level)
    {
        if (level < Levels.Fastest || level > Levels.Best)
        {
            throw new ArgumentOutOfRangeException(
                nameof(level), level,
                    $"The codec '{Encoding}' has the levels {Levels.Fastest} to {Levels.Best}, {Levels.Default} by default.");
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
