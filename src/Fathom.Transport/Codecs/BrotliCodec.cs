using System.Buffers;
using System.IO.Compression;

namespace Fathom.Transport.Codecs;

/// <summary><c>br</c>, RFC 7932, through the framework's encoder and decoder structures.</summary>
internal sealed class BrotliCodec : Codec
{
    private const int WindowBits = 22;

    public override string Encoding => "br";

    public override CodecLevels Levels => new(Fastest: 0, Best: 11, Default: 1);

    public override CodecImplementation Implementation => CodecImplementation.Framework;

    // The decoder fills its window first: 0.8 ms until the first 32 KiB of 4 MiB of zeros.
    internal override bool StopsAtOnce => false;

    public override void Compress(in ReadOnlySequence<byte> plain, IBufferWriter<byte> output, int level)
    {
        CheckLevel(level);
        var encoder = new BrotliEncoder(level, WindowBits);
        try
        {
            foreach (var segment in plain)
            {
                Drive(ref encoder, segment.Span, output, isFinal: false);
            }

            Drive(ref encoder, [], output, isFinal: true);
        }
        finally
        {
            encoder.Dispose();
        }
    }

    public override DecompressOutcome Decompress(in ReadOnlySequence<byte> compressed, IBufferWriter<byte> output, int maxSize)
    {
        using var decoder = new BrotliDecoder();
        var status = OperationStatus.NeedMoreData;
        var total = 0L;
        foreach (var segment in compressed)
        {
            for (var rest = segment.Span; rest.Length > 0 || status == OperationStatus.DestinationTooSmall;)
            {
                if (status == OperationStatus.Done)
                {
                    return DecompressOutcome.Malformed;
                }

                var room = output.GetSpan(4096);
                status = decoder.Decompress(rest, room[..(int)Math.Min(room.Length, maxSize - total + 1)], out var read, out var written);
                total += written;
                if (status == OperationStatus.InvalidData)
                {
                    return DecompressOutcome.Malformed;
                }

                if (total > maxSize)
                {
                    return DecompressOutcome.TooLarge;
                }

                output.Advance(written);
                rest = rest[read..];
            }
        }

        return status == OperationStatus.Done ? DecompressOutcome.Done : DecompressOutcome.Malformed;
    }

    private static void Drive(ref BrotliEncoder encoder, ReadOnlySpan<byte> plain, IBufferWriter<byte> output, bool isFinal)
    {
        OperationStatus status;
        do
        {
            var room = output.GetSpan(4096);
            status = encoder.Compress(plain, room, out var read, out var written, isFinal);
            output.Advance(written);
            plain = plain[read..];
        }
        while (status == OperationStatus.DestinationTooSmall || plain.Length > 0);
    }
}
