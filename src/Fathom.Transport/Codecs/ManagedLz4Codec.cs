using System.Buffers;
using System.Buffers.Binary;
using K4os.Compression.LZ4;
using K4os.Compression.LZ4.Streams;
using K4os.Hash.xxHash;

namespace Fathom.Transport.Codecs;

/// <summary><c>lz4</c>, the LZ4 frame format (version 1.6.x), in managed code: K4os.Compression.LZ4. Frames are written here, since its
/// writer cannot state the plain size, which receivers use to decompress into memory of a message's own.</summary>
internal sealed class ManagedLz4Codec : Codec
{
    private const uint Magic = 0x184d2204;
    private const int HeaderSize = 15;
    private const int BlockSize = 4 << 20;

    // The highest bit of a block's length: its bytes are plain.
    private const uint Stored = 0x8000_0000;

    public override string Encoding => "lz4";

    public override CodecLevels Levels => Lz4Codec.LevelsOfLz4;

    internal override int? WindowSize => Lz4Codec.WindowOfLz4;

    public override void Compress(in ReadOnlySequence<byte> plain, IBufferWriter<byte> output, int level)
    {
        CheckLevel(level);
        WriteHeader(output, plain.Length);
        // As in liblz4: high compression begins at 3.
        var speed = level < (int)LZ4Level.L03_HC ? LZ4Level.L00_FAST : (LZ4Level)level;
        for (var rest = plain; !rest.IsEmpty;)
        {
            var block = rest.Slice(0, Math.Min(rest.Length, BlockSize));
            if (block.IsSingleSegment)
            {
                WriteBlock(output, block.FirstSpan, speed);
            }
            else
            {
                var joined = ArrayPool<byte>.Shared.Rent((int)block.Length);
                block.CopyTo(joined);
                WriteBlock(output, joined.AsSpan(0, (int)block.Length), speed);
                ArrayPool<byte>.Shared.Return(joined);
            }

            rest = rest.Slice(block.Length);
        }

        // A block of length 0 ends the frame.
        BinaryPrimitives.WriteUInt32LittleEndian(output.GetSpan(4), 0);
        output.Advance(4);
    }

    public override DecompressOutcome Decompress(in ReadOnlySequence<byte> compressed, IBufferWriter<byte> output, int maxSize)
    {
        try
        {
            using var frame = LZ4Frame.Decode(compressed);
            if (!frame.OpenFrame())
            {
                return DecompressOutcome.Malformed;
            }

            var declared = frame.GetFrameLength();
            var total = 0L;
            while (true)
            {
                // One byte more than is allowed tells too large from just fitting.
                var most = maxSize - total + 1;
                var room = output.GetSpan((int)Math.Min(most, 256 << 10));
                room = room[..(int)Math.Min(room.Length, most)];
                var count = frame.ReadManyBytes(room);
                total += count;
                if (total > maxSize)
                {
                    return DecompressOutcome.TooLarge;
                }

                output.Advance(count);
                if (count < room.Length)
                {
                    // The frame has ended; another one behind it would be a second message.
                    return frame.StreamState.IsEmpty && (declared ?? total) == total
                        ? DecompressOutcome.Done
                        : DecompressOutcome.Malformed;
                }
            }
        }
        catch (Exception e) when (e is InvalidDataException or IOException or InvalidOperationException or ArgumentException
            or NotImplementedException)
        {
            // What the library throws for damaged input; NotImplementedException for a dictionary, which gRPC has none of.
            return DecompressOutcome.Malformed;
        }
    }

    internal override long? GetDecompressedSize(in ReadOnlySequence<byte> compressed) => Lz4Codec.ContentSize(compressed);

    // LZ4 frame format, "General Structure of LZ4 Frame format": independent blocks of at most 4 MiB, the plain size, no checksums but the
    // header's own, which is the second byte of its xxHash-32.
    private static void WriteHeader(IBufferWriter<byte> output, long plainSize)
    {
        var header = output.GetSpan(HeaderSize)[..HeaderSize];
        BinaryPrimitives.WriteUInt32LittleEndian(header, Magic);
        header[4] = 0b0110_1000;
        header[5] = 0b0111_0000;
        BinaryPrimitives.WriteInt64LittleEndian(header[6..], plainSize);
        header[14] = (byte)(XXH32.DigestOf(header[4..14]) >> 8);
        output.Advance(HeaderSize);
    }

    private static void WriteBlock(IBufferWriter<byte> output, ReadOnlySpan<byte> plain, LZ4Level level)
    {
        var room = output.GetSpan(4 + Math.Max(plain.Length, LZ4Codec.MaximumOutputSize(plain.Length)));
        var size = LZ4Codec.Encode(plain, room[4..], level);
        var isStored = size <= 0 || size >= plain.Length;
        if (isStored)
        {
            plain.CopyTo(room[4..]);
            size = plain.Length;
        }

        BinaryPrimitives.WriteUInt32LittleEndian(room, (uint)size | (isStored ? Stored : 0));
        output.Advance(4 + size);
    }
}
