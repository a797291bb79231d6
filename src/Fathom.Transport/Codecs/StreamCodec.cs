using System.Buffers;

namespace Fathom.Transport.Codecs;

/// <summary>A codec over one of the framework's compression streams.</summary>
internal abstract class StreamCodec : Codec
{
    // The framework's streams call back on the thread that uses them: one pair of adapters per thread is enough.
    [ThreadStatic]
    private static BufferWriterStream? _writer;

    [ThreadStatic]
    private static SequenceStream? _reader;

    public override CodecImplementation Implementation => CodecImplementation.Framework;

    // Both are RFC 1951 in a wrapping: section 2.
    internal override int? WindowSize => 32 * 1024;

    public override void Compress(in ReadOnlySequence<byte> plain, IBufferWriter<byte> output, int level)
    {
        CheckLevel(level);
        if (plain.IsEmpty)
        {
            // Nor do the streams write anything for one.
            output.Write(EmptyMessage);
            return;
        }

        var target = _writer ??= new BufferWriterStream();
        target.Begin(output);
        using (var stream = CreateCompressor(target, level))
        {
            foreach (var segment in plain)
            {
                stream.Write(segment.Span);
            }
        }

        target.End();
    }

    public override DecompressOutcome Decompress(in ReadOnlySequence<byte> compressed, IBufferWriter<byte> output, int maxSize)
    {
        if (compressed.Length < EmptyMessage.Length)
        {
            // The framework's streams take nothing, or a part of the header, for an empty message.
            return DecompressOutcome.Malformed;
        }

        var source = _reader ??= new SequenceStream();
        source.Begin(compressed);
        try
        {
            using var stream = CreateDecompressor(source);
            var outcome = Copy(stream, output, maxSize, out var plain);
            return outcome == DecompressOutcome.Done && !(source.IsAtEnd && HasValidEnd(source, compressed, plain))
                ? DecompressOutcome.Malformed
                : outcome;
        }
        catch (Exception e) when (e is InvalidDataException or InvalidOperationException or IOException)
        {
            // What the streams throw for damaged input; an IOException for a zlib header that asks for a dictionary, which gRPC has none
            // of.
            return DecompressOutcome.Malformed;
        }
        finally
        {
            source.End();
        }
    }

    /// <summary>An empty message in the codec's format: none is shorter.</summary>
    protected abstract ReadOnlySpan<byte> EmptyMessage { get; }

    protected abstract Stream CreateCompressor(Stream target, int level);

    protected abstract Stream CreateDecompressor(Stream source);

    /// <summary>Whether the last bytes are the end of the format and not something that follows it.</summary>
    protected abstract bool HasValidEnd(SequenceStream source, in ReadOnlySequence<byte> compressed, long plainSize);

    private static DecompressOutcome Copy(Stream stream, IBufferWriter<byte> output, int maxSize, out long total)
    {
        total = 0;
        while (true)
        {
            var room = output.GetSpan(4096);
            // One byte more than is allowed tells too large from just fitting.
            var wanted = (int)Math.Min(room.Length, maxSize - total + 1);
            var count = stream.Read(room[..wanted]);
            if (count == 0)
            {
                return DecompressOutcome.Done;
            }

            total += count;
            if (total > maxSize)
            {
                return DecompressOutcome.TooLarge;
            }

            output.Advance(count);
        }
    }
}
