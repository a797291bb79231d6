using System.Runtime.InteropServices;

namespace Fathom.Transport.Codecs;

/// <summary>The functions of liblz4 (lz4frame.h, stable part, 1.8.0 and later) that the codec calls. Loaded at the first use.</summary>
internal sealed unsafe class Lz4Library
{
    /// <summary>LZ4F_HEADER_SIZE_MAX.</summary>
    public const nuint MaxHeader = 19;

    private const uint Version = 100;

    private readonly NativeCodecLibrary _library = new("lz4", ("liblz4.so.1", "liblz4.1.dylib", "liblz4.dll"), ("liblz4-1", "lz4-libs"));

    private volatile bool _loaded;
    private delegate* unmanaged<nint*, uint, nuint> _createCompressor;
    private delegate* unmanaged<nint, nuint> _freeCompressor;
    private delegate* unmanaged<nint*, uint, nuint> _createDecompressor;
    private delegate* unmanaged<nint, nuint> _freeDecompressor;
    private delegate* unmanaged<nint, void> _resetDecompressor;
    private delegate* unmanaged<nint, byte*, nuint, Lz4Preferences*, nuint> _begin;
    private delegate* unmanaged<nint, byte*, nuint, byte*, nuint, void*, nuint> _update;
    private delegate* unmanaged<nint, byte*, nuint, void*, nuint> _end;
    private delegate* unmanaged<nuint, Lz4Preferences*, nuint> _bound;
    private delegate* unmanaged<nint, byte*, nuint*, byte*, nuint*, void*, nuint> _decompress;
    private delegate* unmanaged<nuint, uint> _isError;
    private delegate* unmanaged<nuint, nint> _errorName;

    /// <summary>True where the library is there and has what is needed.</summary>
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

    /// <summary>Loads the library where that has not been done.</summary>
    /// <exception cref="CodecUnavailableException">It is not there.</exception>
    public void Load()
    {
        if (_loaded)
        {
            return;
        }

        // Twice at the same time does no harm: both find the same addresses.
        _createCompressor = (delegate* unmanaged<nint*, uint, nuint>)_library.Export("LZ4F_createCompressionContext");
        _freeCompressor = (delegate* unmanaged<nint, nuint>)_library.Export("LZ4F_freeCompressionContext");
        _createDecompressor = (delegate* unmanaged<nint*, uint, nuint>)_library.Export("LZ4F_createDecompressionContext");
        _freeDecompressor = (delegate* unmanaged<nint, nuint>)_library.Export("LZ4F_freeDecompressionContext");
        _resetDecompressor = (delegate* unmanaged<nint, void>)_library.Export("LZ4F_resetDecompressionContext");
        _begin = (delegate* unmanaged<nint, byte*, nuint, Lz4Preferences*, nuint>)_library.Export("LZ4F_compressBegin");
        _update = (delegate* unmanaged<nint, byte*, nuint, byte*, nuint, void*, nuint>)_library.Export("LZ4F_compressUpdate");
        _end = (delegate* unmanaged<nint, byte*, nuint, void*, nuint>)_library.Export("LZ4F_compressEnd");
        _bound = (delegate* unmanaged<nuint, Lz4Preferences*, nuint>)_library.Export("LZ4F_compressBound");
        _decompress = (delegate* unmanaged<nint, byte*, nuint*, byte*, nuint*, void*, nuint>)_library.Export("LZ4F_decompress");
        _isError = (delegate* unmanaged<nuint, uint>)_library.Export("LZ4F_isError");
        _errorName = (delegate* unmanaged<nuint, nint>)_library.Export("LZ4F_getErrorName");
        _loaded = true;
    }

    public nint CreateCompressor()
    {
        nint context;
        ThrowIfError(_createCompressor(&context, Version));
        return context;
    }

    public void FreeCompressor(nint context) => _freeCompressor(context);

    public nint CreateDecompressor()
    {
        nint context;
        ThrowIfError(_createDecompressor(&context, Version));
        return context;
    }

    public void FreeDecompressor(nint context) => _freeDecompressor(context);

    public void Reset(nint decompressor) => _resetDecompressor(decompressor);

    public nuint Begin(nint context, byte* to, nuint room, Lz4Preferences* preferences) => _begin(context, to, room, preferences);

    public nuint Update(nint context, byte* to, nuint room, byte* from, nuint length) => _update(context, to, room, from, length, null);

    public nuint End(nint context, byte* to, nuint room) => _end(context, to, room, null);

    public nuint Bound(nuint length, Lz4Preferences* preferences) => _bound(length, preferences);

    public nuint Decompress(nint context, byte* to, nuint* written, byte* from, nuint* read) =>
        _decompress(context, to, written, from, read, null);

    public bool IsError(nuint result) => _isError(result) != 0;

    public nuint ThrowIfError(nuint result) => IsError(result)
        ? throw new InvalidOperationException($"lz4 failed: {Marshal.PtrToStringUTF8(_errorName(result))}")
        : result;
}
