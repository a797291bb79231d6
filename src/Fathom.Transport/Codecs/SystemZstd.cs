using System.Runtime.InteropServices;

namespace Fathom.Transport.Codecs;

/// <summary>zstd through the system's libzstd.</summary>
internal sealed unsafe class SystemZstd : ZstdFunctions
{
    private readonly delegate* unmanaged<nint> _createCompressor;
    private readonly delegate* unmanaged<nint, nuint> _freeCompressor;
    private readonly delegate* unmanaged<nint> _createDecompressor;
    private readonly delegate* unmanaged<nint, nuint> _freeDecompressor;
    private readonly delegate* unmanaged<nint, int, nuint> _resetCompressor;
    private readonly delegate* unmanaged<nint, int, int, nuint> _setCompressor;
    private readonly delegate* unmanaged<nint, ulong, nuint> _pledge;
    private readonly delegate* unmanaged<nint, byte*, nuint, byte*, nuint, nuint> _compress;
    private readonly delegate* unmanaged<nint, ZstdBuffer*, ZstdBuffer*, int, nuint> _compressStream;
    private readonly delegate* unmanaged<nuint, nuint> _bound;
    private readonly delegate* unmanaged<nint, int, nuint> _resetDecompressor;
    private readonly delegate* unmanaged<nint, int, int, nuint> _setDecompressor;
    private readonly delegate* unmanaged<nint, ZstdBuffer*, ZstdBuffer*, nuint> _decompressStream;
    private readonly delegate* unmanaged<nuint, uint> _isError;
    private readonly delegate* unmanaged<nuint, nint> _errorName;

    /// <summary>Loads the library.</summary>
    /// <exception cref="TypeLoadException">It is missing, or too old.</exception>
    public SystemZstd()
    {
        var library = new SystemLibrary(("libzstd.so.1", "libzstd.1.dylib", "libzstd.dll"), ("libzstd1", "libzstd"));
        library.Load();
        _createCompressor = (delegate* unmanaged<nint>)library.Export("ZSTD_createCCtx");
        _freeCompressor = (delegate* unmanaged<nint, nuint>)library.Export("ZSTD_freeCCtx");
        _createDecompressor = (delegate* unmanaged<nint>)library.Export("ZSTD_createDCtx");
        _freeDecompressor = (delegate* unmanaged<nint, nuint>)library.Export("ZSTD_freeDCtx");
        _resetCompressor = (delegate* unmanaged<nint, int, nuint>)library.Export("ZSTD_CCtx_reset");
        _setCompressor = (delegate* unmanaged<nint, int, int, nuint>)library.Export("ZSTD_CCtx_setParameter");
        _pledge = (delegate* unmanaged<nint, ulong, nuint>)library.Export("ZSTD_CCtx_setPledgedSrcSize");
        _compress = (delegate* unmanaged<nint, byte*, nuint, byte*, nuint, nuint>)library.Export("ZSTD_compress2");
        _compressStream = (delegate* unmanaged<nint, ZstdBuffer*, ZstdBuffer*, int, nuint>)library.Export("ZSTD_compressStream2");
        _bound = (delegate* unmanaged<nuint, nuint>)library.Export("ZSTD_compressBound");
        _resetDecompressor = (delegate* unmanaged<nint, int, nuint>)library.Export("ZSTD_DCtx_reset");
        _setDecompressor = (delegate* unmanaged<nint, int, int, nuint>)library.Export("ZSTD_DCtx_setParameter");
        _decompressStream = (delegate* unmanaged<nint, ZstdBuffer*, ZstdBuffer*, nuint>)library.Export("ZSTD_decompressStream");
        _isError = (delegate* unmanaged<nuint, uint>)library.Export("ZSTD_isError");
        _errorName = (delegate* unmanaged<nuint, nint>)library.Export("ZSTD_getErrorName");
    }

    protected override nint NewCompressor() => _createCompressor();

    public override void FreeCompressor(nint context) => _freeCompressor(context);

    protected override nint NewDecompressor() => _createDecompressor();

    public override void FreeDecompressor(nint context) => _freeDecompressor(context);

    public override nuint Bound(long size) => _bound((nuint)size);

    public override nuint Compress(nint context, byte* to, nuint room, byte* from, nuint length) =>
        _compress(context, to, room, from, length);

    public override nuint CompressStream(nint context, ZstdBuffer* target, ZstdBuffer* source, int operation) =>
        _compressStream(context, target, source, operation);

    public override nuint DecompressStream(nint context, ZstdBuffer* target, ZstdBuffer* source) =>
        _decompressStream(context, target, source);

    public override bool IsError(nuint result) => _isError(result) != 0;

    protected override nuint ResetCompressor(nint context) => _resetCompressor(context, ResetSession);

    protected override nuint SetLevel(nint compressor, int level) => _setCompressor(compressor, CompressionLevel, level);

    protected override nuint SetSize(nint compressor, long size) => _pledge(compressor, (ulong)size);

    protected override nuint ResetDecompressor(nint context) => _resetDecompressor(context, ResetSession);

    protected override nuint SetMaxWindow(nint decompressor, int windowLog) => _setDecompressor(decompressor, WindowLogMax, windowLog);

    protected override string ErrorName(nuint error) => Marshal.PtrToStringUTF8(_errorName(error)) ?? "unknown error";
}
