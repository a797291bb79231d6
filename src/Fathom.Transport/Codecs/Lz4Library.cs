using System.Runtime.InteropServices;

namespace Fathom.Transport.Codecs;

/// <summary>The functions of liblz4 (lz4frame.h, stable part, 1.8.0 and later) that the codec calls.</summary>
internal sealed unsafe class Lz4Library
{
    /// <summary>LZ4F_HEADER_SIZE_MAX.</summary>
    public const nuint MaxHeader = 19;

    private const uint Version = 100;

    private readonly delegate* unmanaged<nint*, uint, nuint> _createCompressor;
    private readonly delegate* unmanaged<nint, nuint> _freeCompressor;
    private readonly delegate* unmanaged<nint*, uint, nuint> _createDecompressor;
    private readonly delegate* unmanaged<nint, nuint> _freeDecompressor;
    private readonly delegate* unmanaged<nint, void> _resetDecompressor;
    private readonly delegate* unmanaged<nint, byte*, nuint, Lz4Preferences*, nuint> _begin;
    private readonly delegate* unmanaged<nint, byte*, nuint, byte*, nuint, void*, nuint> _update;
    private readonly delegate* unmanaged<nint, byte*, nuint, void*, nuint> _end;
    private readonly delegate* unmanaged<nuint, Lz4Preferences*, nuint> _bound;
    private readonly delegate* unmanaged<nint, byte*, nuint*, byte*, nuint*, void*, nuint> _decompress;
    private readonly delegate* unmanaged<nuint, uint> _isError;
    private readonly delegate* unmanaged<nuint, nint> _errorName;

    /// <summary>Loads the library.</summary>
    /// <exception cref="TypeLoadException">It is missing, or too old.</exception>
    public Lz4Library()
    {
        var library = new SystemLibrary(("liblz4.so.1", "liblz4.1.dylib", "liblz4.dll"), ("liblz4-1", "lz4-libs"));
        library.Load();
        _createCompressor = (delegate* unmanaged<nint*, uint, nuint>)library.Export("LZ4F_createCompressionContext");
        _freeCompressor = (delegate* unmanaged<nint, nuint>)library.Export("LZ4F_freeCompressionContext");
        _createDecompressor = (delegate* unmanaged<nint*, uint, nuint>)library.Export("LZ4F_createDecompressionContext");
        _freeDecompressor = (delegate* unmanaged<nint, nuint>)library.Export("LZ4F_freeDecompressionContext");
        _resetDecompressor = (delegate* unmanaged<nint, void>)library.Export("LZ4F_resetDecompressionContext");
        _begin = (delegate* unmanaged<nint, byte*, nuint, Lz4Preferences*, nuint>)library.Export("LZ4F_compressBegin");
        _update = (delegate* unmanaged<nint, byte*, nuint, byte*, nuint, void*, nuint>)library.Export("LZ4F_compressUpdate");
        _end = (delegate* unmanaged<nint, byte*, nuint, void*, nuint>)library.Export("LZ4F_compressEnd");
        _bound = (delegate* unmanaged<nuint, Lz4Preferences*, nuint>)library.Export("LZ4F_compressBound");
        _decompress = (delegate* unmanaged<nint, byte*, nuint*, byte*, nuint*, void*, nuint>)library.Export("LZ4F_decompress");
        _isError = (delegate* unmanaged<nuint, uint>)library.Export("LZ4F_isError");
        _errorName = (delegate* unmanaged<nuint, nint>)library.Export("LZ4F_getErrorName");
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

/// <summary><c>LZ4F_preferences_t</c> of lz4frame.h.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct Lz4Preferences
{
    public const int Blocks4M = 7;
    public const int BlockBytes = 4 << 20;
    public const int Independent = 1;

    public int BlockSize;
    public int BlockMode;
    public int ContentChecksum;
    public int FrameType;
    public ulong ContentSize;
    public uint DictionaryId;
    public int BlockChecksum;
    public int Level;
    public uint AutoFlush;
    public uint FavorDecompressionSpeed;
    public uint Reserved1;
    public uint Reserved2;
    public uint Reserved3;
}
