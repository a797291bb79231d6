using System.Runtime.InteropServices;

namespace Fathom.Transport.Codecs;

/// <summary>The functions of zstd (zstd.h, stable part, 1.4.0 and later) that the codec calls. Where one can fail it returns a code that
/// <see cref="IsError"/> recognises.</summary>
internal abstract unsafe class ZstdFunctions
{
    public const int Continue = 0;
    public const int End = 2;
    protected const int ResetSession = 1;
    protected const int CompressionLevel = 100;
    protected const int WindowLogMax = 100;
    private const string WindowTooLarge = "Frame requires too much memory for decoding";

    /// <summary>A context for compression; 0 where there is no memory for one.</summary>
    protected abstract nint NewCompressor();

    public abstract void FreeCompressor(nint context);

    /// <summary>A context for decompression; 0 where there is no memory for one.</summary>
    protected abstract nint NewDecompressor();

    public abstract void FreeDecompressor(nint context);

    public abstract nuint Bound(long size);

    public abstract nuint Compress(nint context, byte* to, nuint room, byte* from, nuint length);

    public abstract nuint CompressStream(nint context, ZstdBuffer* target, ZstdBuffer* source, int operation);

    public abstract nuint DecompressStream(nint context, ZstdBuffer* target, ZstdBuffer* source);

    public abstract bool IsError(nuint result);

    public nint CreateCompressor() => Existing(NewCompressor());

    public nint CreateDecompressor() => Existing(NewDecompressor());

    public void Reset(nint compressor, int level, long size)
    {
        ThrowIfError(ResetCompressor(compressor));
        ThrowIfError(SetLevel(compressor, level));
        ThrowIfError(SetSize(compressor, size));
    }

    public void Reset(nint decompressor, int windowLog)
    {
        ThrowIfError(ResetDecompressor(decompressor));
        ThrowIfError(SetMaxWindow(decompressor, windowLog));
    }

    public bool IsWindowTooLarge(nuint error) => ErrorName(error) == WindowTooLarge;

    public nuint ThrowIfError(nuint result) => IsError(result)
        ? throw new InvalidOperationException($"zstd failed: {ErrorName(result)}")
        : result;

    protected abstract nuint ResetCompressor(nint context);

    protected abstract nuint SetLevel(nint compressor, int level);

    protected abstract nuint SetSize(nint compressor, long size);

    protected abstract nuint ResetDecompressor(nint context);

    protected abstract nuint SetMaxWindow(nint decompressor, int windowLog);

    protected abstract string ErrorName(nuint error);

    private static nint Existing(nint created) => created != 0 ? created
        : throw new InvalidOperationException("zstd could not make a context: out of memory.");
}

/// <summary><c>ZSTD_inBuffer</c> and <c>ZSTD_outBuffer</c> of zstd.h: a buffer and how far it is used.</summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct ZstdBuffer(byte* start, nuint size)
{
    public byte* Start = start;
    public nuint Size = size;
    public nuint Position;
}
