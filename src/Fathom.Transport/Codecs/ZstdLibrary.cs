using System.Runtime.InteropServices;

namespace Fathom.Transport.Codecs;

/// <summary>The functions of libzstd (zstd.h, stable part, 1.4.0 and later) that the codec calls. Loaded at the first use.</summary>
internal sealed unsafe class ZstdLibrary
{
    public const int Continue = 0;
    public const int End = 2;
    private const int ResetSession = 1;
    private const int CompressionLevel = 100;
    private const int WindowLogMax = 100;
    private const string WindowTooLarge = "Frame requires too much memory for decoding";

    private readonly NativeCodecLibrary _library = new(
        "zstd", ("libzstd.so.1", "libzstd.1.dylib", "libzstd.dll"), ("libzstd1", "libzstd"));

    private volatile bool _loaded;
    private delegate* unmanaged<nint> _createCompressor;
    private delegate* unmanaged<nint, nuint> _freeCompressor;
    private delegate* unmanaged<nint> _createDecompressor;
    private delegate* unmanaged<nint, nuint> _freeDecompressor;
    private delegate* unmanaged<nint, int, nuint> _resetCompressor;
    private delegate* unmanaged<nint, int, int, nuint> _setCompressor;
    private delegate* unmanaged<nint, ulong, nuint> _pledge;
    private delegate* unmanaged<nint, byte*, nuint, byte*, nuint, nuint> _compress;
    private delegate* unmanaged<nint, ZstdBuffer*, ZstdBuffer*, int, nuint> _compressStream;
    private delegate* unmanaged<nuint, nuint> _bound;
    private delegate* unmanaged<nint, int, nuint> _resetDecompressor;
    private delegate* unmanaged<nint, int, int, nuint> _setDecompressor;
    private delegate* unmanaged<nint, ZstdBuffer*, ZstdBuffer*, nuint> _decompressStream;
    private delegate* unmanaged<nuint, uint> _isError;
    private delegate* unmanaged<nuint, nint> _errorName;

    /// <summary>Whether the library is installed and has the functions.</summary>
    public bool IsAvailable
    {
        get
        {
            try
            {
                Load();
                return true;
            }
            catch (CodecUnavailableException)
            {
                return false;
            }
        }
    }

    /// <summary>Loads the library, unless it is loaded.</summary>
    /// <exception cref="CodecUnavailableException">The library is missing.</exception>
    public void Load()
    {
        if (_loaded)
        {
            return;
        }

        // Loading twice concurrently is harmless: both find the same addresses.
        _createCompressor = (delegate* unmanaged<nint>)_library.Export("ZSTD_createCCtx");
        _freeCompressor = (delegate* unmanaged<nint, nuint>)_library.Export("ZSTD_freeCCtx");
        _createDecompressor = (delegate* unmanaged<nint>)_library.Export("ZSTD_createDCtx");
        _freeDecompressor = (delegate* unmanaged<nint, nuint>)_library.Export("ZSTD_freeDCtx");
        _resetCompressor = (delegate* unmanaged<nint, int, nuint>)_library.Export("ZSTD_CCtx_reset");
        _setCompressor = (delegate* unmanaged<nint, int, int, nuint>)_library.Export("ZSTD_CCtx_setParameter");
        _pledge = (delegate* unmanaged<nint, ulong, nuint>)_library.Export("ZSTD_CCtx_setPledgedSrcSize");
        _compress = (delegate* unmanaged<nint, byte*, nuint, byte*, nuint, nuint>)_library.Export("ZSTD_compress2");
        _compressStream = (delegate* unmanaged<nint, ZstdBuffer*, ZstdBuffer*, int, nuint>)_library.Export("ZSTD_compressStream2");
        _bound = (delegate* unmanaged<nuint, nuint>)_library.Export("ZSTD_compressBound");
        _resetDecompressor = (delegate* unmanaged<nint, int, nuint>)_library.Export("ZSTD_DCtx_reset");
        _setDecompressor = (delegate* unmanaged<nint, int, int, nuint>)_library.Export("ZSTD_DCtx_setParameter");
        _decompressStream = (delegate* unmanaged<nint, ZstdBuffer*, ZstdBuffer*, nuint>)_library.Export("ZSTD_decompressStream");
        _isError = (delegate* unmanaged<nuint, uint>)_library.Export("ZSTD_isError");
        _errorName = (delegate* unmanaged<nuint, nint>)_library.Export("ZSTD_getErrorName");
        _loaded = true;
    }

    public nint CreateCompressor() => Context(_createCompressor());

    public void FreeCompressor(nint context) => _freeCompressor(context);

    public nint CreateDecompressor() => Context(_createDecompressor());

    public void FreeDecompressor(nint context) => _freeDecompressor(context);

    public void Reset(nint compressor, int level, long size)
    {
        ThrowIfError(_resetCompressor(compressor, ResetSession));
        ThrowIfError(_setCompressor(compressor, CompressionLevel, level));
        ThrowIfError(_pledge(compressor, (ulong)size));
    }

    public void Reset(nint decompressor, int windowLog)
    {
        ThrowIfError(_resetDecompressor(decompressor, ResetSession));
        ThrowIfError(_setDecompressor(decompressor, WindowLogMax, windowLog));
    }

    public nuint Bound(long size) => _bound((nuint)size);

    public nuint Compress(nint context, byte* to, nuint room, byte* from, nuint length) => _compress(context, to, room, from, length);

    public nuint CompressStream(nint context, ZstdBuffer* target, ZstdBuffer* source, int operation) =>
        _compressStream(context, target, source, operation);

    public nuint DecompressStream(nint context, ZstdBuffer* target, ZstdBuffer* source) => _decompressStream(context, target, source);

    public bool IsError(nuint result) => _isError(result) != 0;

    public bool IsWindowTooLarge(nuint error) => ErrorName(error) == WindowTooLarge;

    public nuint ThrowIfError(nuint result) => IsError(result)
        ? throw new InvalidOperationException($"zstd failed: {ErrorName(result)}")
        : result;

    private static nint Context(nint created) => created != 0 ? created
        : throw new InvalidOperationException("zstd could not create a context: out of memory.");

    private string ErrorName(nuint error) => Marshal.PtrToStringUTF8(_errorName(error)) ?? "unknown error";
}
