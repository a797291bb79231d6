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

    /// <summary>True where it can be used: what it needs is on this system.</summary>
    public virtual bool IsAvailable => true;

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
    /// <param name="output">Takes the plain bytes; what it holds after a failure is to be thrown away.</param>
    /// <param name="maxSize">Most plain bytes accepted.</param>
    public abstract DecompressOutcome Decompress(in ReadOnlySequence<byte> compressed, IBufferWriter<byte> output, int maxSize);

    /// <summary>How far back, in bytes, it finds what repeats; null: so far that a part of a message says little of the whole.</summary>
    internal virtual int? WindowSize => null;

    /// <summary>Bytes that a message says of itself it will have; null where it says nothing. Nobody has looked whether it is
    /// true.</summary>
    internal virtual long? GetDecompressedSize(in ReadOnlySequence<byte> compressed) => null;

    /// <summary>For messages: the encoding and its levels.</summary>
    public override string ToString() => $"{Encoding} ({Levels.Fastest} to {Levels.Best})";

    /// <summary>Loads what it needs.</summary>
    /// <exception cref="CodecUnavailableException">It is not there.</exception>
    internal virtual void RequireAvailable()
    {
    }

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
