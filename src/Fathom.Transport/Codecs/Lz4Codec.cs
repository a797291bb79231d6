using System.Buffers;
using System.Buffers.Binary;

namespace Fathom.Transport.Codecs;

/// <summary><c>lz4</c>, the LZ4 frame format (version 1.6.x), through the system's liblz4.</summary>
internal sealed unsafe class Lz4Codec : Codec
{
    /// <summary>Levels of the lz4 command: up to 2 fast, from 3 high compression.</summary>
    public static readonly CodecLevels LevelsOfLz4 = new(Fastest: 1, Best: 12, Default: 1);

    // Offsets have two bytes (LZ4 block format).
    public const int WindowOfLz4 = 64 * 1024;

    private readonly Lz4Library _lz4;
    private readonly ContextPool _compressing;
    private readonly ContextPool _decompressing;

    public Lz4Codec(Lz4Library lz4)
    {
        _lz4 = lz4;
        _compressing = new ContextPool(lz4.CreateCompressor, lz4.FreeCompressor);
        _decompressing = new ContextPool(lz4.CreateDecompressor, lz4.FreeDecompressor);
    }

    public override string Encoding => "lz4";

    public override CodecLevels Levels => LevelsOfLz4;

    public override CodecImplementation Implementation => CodecImplementation.SystemLibrary;

    internal override int? WindowSize => WindowOfLz4;

    public override void Compress(in ReadOnlySequence<byte> plain, IBufferWriter<byte> output, int level)
    {
        CheckLevel(level);
        var context = _compressing.Rent();
        try
        {
            var preferences = new Lz4Preferences
            {
                BlockSize = Lz4Preferences.Blocks4M,
                // Independent blocks and no buffer of its own: it compresses from the message, 4 MiB at a time.
                BlockMode = Lz4Preferences.Independent,
                ContentSize = (ulong)plain.Length,
                Level = level,
                AutoFlush = 1,
            };
            Begin(context, output, &preferences);
            foreach (var segment in plain)
            {
                for (var rest = segment.Span; rest.Length > 0;)
                {
                    var part = rest[..Math.Min(rest.Length, Lz4Preferences.BlockBytes)];
                    Update(context, output, part, &preferences);
                    rest = rest[part.Length..];
                }
            }

            End(context, output, &preferences);
        }
        finally
        {
            _compressing.Return(context);
        }
    }

    public override DecompressOutcome Decompress(in ReadOnlySequence<byte> compressed, IBufferWriter<byte> output, int maxSize)
    {
        var context = _decompressing.Rent();
        var outcome = DecompressOutcome.Malformed;
        try
        {
            _lz4.Reset(context);
            outcome = Stream(context, compressed, output, maxSize);
            return outcome;
        }
        finally
        {
            Return(context, outcome);
        }
    }

    internal override long? GetDecompressedSize(in ReadOnlySequence<byte> compressed) => ContentSize(compressed);

    // Behind the magic number and two bytes of flags, where one of them says so (LZ4 frame format, "Frame Descriptor").
    public static long? ContentSize(in ReadOnlySequence<byte> compressed)
    {
        Span<byte> header = stackalloc byte[14];
        if (compressed.Length < header.Length)
        {
            return null;
        }

        compressed.Slice(0, header.Length).CopyTo(header);
        return (header[4] & 0x08) != 0 && BinaryPrimitives.ReadInt64LittleEndian(header[6..]) is >= 0 and var size ? size : null;
    }

    // liblz4 1.9.4 keeps the declared size of an incomplete frame across a reset, and fails the next frame that declares none: that of an
    // empty message.
    private void Return(nint context, DecompressOutcome outcome)
    {
        if (outcome == DecompressOutcome.Done)
        {
            _decompressing.Return(context);
        }
        else
        {
            _lz4.FreeDecompressor(context);
        }
    }

    private void Begin(nint context, IBufferWriter<byte> output, Lz4Preferences* preferences)
    {
        var room = output.GetSpan((int)Lz4Library.MaxHeader);
        fixed (byte* to = room)
        {
            output.Advance((int)_lz4.ThrowIfError(_lz4.Begin(context, to, (nuint)room.Length, preferences)));
        }
    }

    private void Update(nint context, IBufferWriter<byte> output, ReadOnlySpan<byte> plain, Lz4Preferences* preferences)
    {
        var room = output.GetSpan(checked((int)_lz4.Bound((nuint)plain.Length, preferences)));
        fixed (byte* to = room, from = plain)
        {
            output.Advance((int)_lz4.ThrowIfError(_lz4.Update(context, to, (nuint)room.Length, from, (nuint)plain.Length)));
        }
    }

    private void End(nint context, IBufferWriter<byte> output, Lz4Preferences* preferences)
    {
        var room = output.GetSpan(checked((int)_lz4.Bound(0, preferences)));
        fixed (byte* to = room)
        {
            output.Advance((int)_lz4.ThrowIfError(_lz4.End(context, to, (nuint)room.Length)));
        }
    }

    private DecompressOutcome Stream(nint context, in ReadOnlySequence<byte> compressed, IBufferWriter<byte> output, int maxSize)
    {
        var total = 0L;
        nuint hint = 1;
        foreach (var segment in compressed)
        {
            var rest = segment.Span;
            var filled = false;
            while (rest.Length > 0 || filled)
            {
                if (hint == 0)
                {
                    return DecompressOutcome.Malformed;
                }

                var room = output.GetSpan((int)Math.Clamp(maxSize - total + 1, 1, 256 << 10));
                room = room[..(int)Math.Min(room.Length, maxSize - total + 1)];
                nuint written = (nuint)room.Length, read = (nuint)rest.Length;
                fixed (byte* to = room, from = rest)
                {
                    hint = _lz4.Decompress(context, to, &written, from, &read);
                }

                if (_lz4.IsError(hint))
                {
                    return DecompressOutcome.Malformed;
                }

                total += (long)written;
                if (total > maxSize)
                {
                    return DecompressOutcome.TooLarge;
                }

                output.Advance((int)written);
                rest = rest[(int)read..];
                filled = hint != 0 && written == (nuint)room.Length;
            }
        }

        return hint == 0 ? DecompressOutcome.Done : DecompressOutcome.Malformed;
    }
}
