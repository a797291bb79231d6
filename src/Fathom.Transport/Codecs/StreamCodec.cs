using System.Buffers;

namespace Fathom.Transport.Codecs;

/// <summary>A codec over one of the framework's compression streams.</summary>
internal abstract class StreamCodec : Codec
{
    // The framework's streams call back on the same thread, so one pair of adapters per thread is enough.
    [ThreadStatic]
    private static BufferWriterStream? _writer;

    [ThreadStatic]
    private static SequenceStream? _reader;

    public override CodecImplementation Implementation => CodecImplementation.Framework;

    // Both formats wrap RFC 1951, section 2.
    internal override int? WindowSize => 32 * 1024;

    public override void Compress(in ReadOnlySequence<byte> plain, IBufferWriter<byte> output, int level)
    {
        CheckLevel(level);
        if (plain.IsEmpty)
        {
            // The framework's streams write nothing for an empty message.
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
            // The framework's streams accept nothing, or a part of the header, as an empty message.
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
            // The exceptions of the streams for damaged input; an IOException for a zlib header with a dictionary, which gRPC does not
            // use.
            return DecompressOutcome.Malformed;
        }
        finally
        {
            source.End();
        }
    }

    /// <summary>An empty message in the format of the codec, which is the shortest.</summary>
    protected abstract ReadOnlySpan<byte> EmptyMessage { get; }

    protected abstract Stream CreateCompressor(Stream target, int level);

    protected abstract Stream CreateDecompressor(Stream source);

    /// <summary>Whether the message ends with the end of the format, without other bytes after it.</summary>
    protected abstract bool HasValidEnd(SequenceStream source, in ReadOnlySequence<byte> compressed, long plainSize);

    private static DecompressOutcome Copy(Stream stream, IBufferWriter<byte> output, int maxSize, out long total)
    {
        total = 0;
        while (true)
        {
            var room = output.GetSpan(4096);
            // One byte more than the limit shows that a message is too large.
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
