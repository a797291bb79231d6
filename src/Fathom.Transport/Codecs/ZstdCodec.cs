using System.Buffers;
using System.Numerics;

namespace Fathom.Transport.Codecs;

/// <summary><c>zstd</c>, RFC 8878, over either implementation of zstd's functions.</summary>
internal sealed unsafe class ZstdCodec : Codec
{
    private const int MostNegativeLevel = -7;
    private readonly ZstdFunctions _zstd;
    private readonly ContextPool _compressing;
    private readonly ContextPool _decompressing;

    public ZstdCodec(ZstdFunctions zstd, CodecImplementation implementation)
    {
        _zstd = zstd;
        Implementation = implementation;
        _compressing = new ContextPool(zstd.CreateCompressor, zstd.FreeCompressor);
        _decompressing = new ContextPool(zstd.CreateDecompressor, zstd.FreeDecompressor);
    }

    public override string Encoding => "zstd";

    public override CodecLevels Levels => new(MostNegativeLevel, Best: 22, Default: 3);

    public override CodecImplementation Implementation { get; }

    public override void Compress(in ReadOnlySequence<byte> plain, IBufferWriter<byte> output, int level)
    {
        CheckLevel(level);
        var context = _compressing.Rent();
        try
        {
            _zstd.Reset(context, level, plain.Length);
            if (plain.IsSingleSegment)
            {
                // In one call zstd reads the message directly instead of copying it to its window.
                var room = output.GetSpan(checked((int)_zstd.Bound(plain.Length)));
                fixed (byte* to = room, from = plain.FirstSpan)
                {
                    output.Advance((int)_zstd.ThrowIfError(_zstd.Compress(context, to, (nuint)room.Length, from, (nuint)plain.Length)));
                }

                return;
            }

            foreach (var segment in plain)
            {
                Drive(context, segment.Span, output, ZstdFunctions.Continue);
            }

            Drive(context, [], output, ZstdFunctions.End);
        }
        finally
        {
            _compressing.Return(context);
        }
    }

    public override DecompressOutcome Decompress(in ReadOnlySequence<byte> compressed, IBufferWriter<byte> output, int maxSize)
    {
        var context = _decompressing.Rent();
        try
        {
            // A frame can request a window of gigabytes: the window is limited to the maximum message size, but to 8 MB at least, which
            // RFC 8878 (3.1.1.1.2) requires and senders use that do not know the size in advance.
            _zstd.Reset(context, windowLog: Math.Clamp(BitOperations.Log2((uint)Math.Max(maxSize, 1)) + 1, 23, 27));
            return Stream(context, compressed, output, maxSize);
        }
        finally
        {
            _decompressing.Return(context);
        }
    }

    private DecompressOutcome Stream(nint context, in ReadOnlySequence<byte> compressed, IBufferWriter<byte> output, int maxSize)
    {
        var total = 0L;
        nuint pending = 1;
        foreach (var segment in compressed)
        {
            var rest = segment.Span;
            var filled = false;
            while (rest.Length > 0 || filled)
            {
                if (pending == 0)
                {
                    return DecompressOutcome.Malformed;
                }

                var room = output.GetSpan((int)Math.Clamp(maxSize - total + 1, 1, 128 << 10));
                room = room[..(int)Math.Min(room.Length, maxSize - total + 1)];
                fixed (byte* to = room, from = rest)
                {
                    var target = new ZstdBuffer(to, (nuint)room.Length);
                    var source = new ZstdBuffer(from, (nuint)rest.Length);
                    pending = _zstd.DecompressStream(context, &target, &source);
                    if (_zstd.IsError(pending))
                    {
                        return _zstd.IsWindowTooLarge(pending) ? DecompressOutcome.TooLarge : DecompressOutcome.Malformed;
                    }

                    total += (long)target.Position;
                    if (total > maxSize)
                    {
                        return DecompressOutcome.TooLarge;
                    }

                    output.Advance((int)target.Position);
                    rest = rest[(int)source.Position..];
                    filled = pending != 0 && target.Position == (nuint)room.Length;
                }
            }
        }

        return pending == 0 ? DecompressOutcome.Done : DecompressOutcome.Malformed;
    }

    private void Drive(nint context, ReadOnlySpan<byte> plain, IBufferWriter<byte> output, int operation)
    {
        nuint pending;
        do
        {
            var room = output.GetSpan(16 << 10);
            fixed (byte* to = room, from = plain)
            {
                var target = new ZstdBuffer(to, (nuint)room.Length);
                var source = new ZstdBuffer(from, (nuint)plain.Length);
                pending = _zstd.ThrowIfError(_zstd.CompressStream(context, &target, &source, operation));
                output.Advance((int)target.Position);
                plain = plain[(int)source.Position..];
            }
        }
        while (plain.Length > 0 || (operation == ZstdFunctions.End && pending != 0));
    }
}
