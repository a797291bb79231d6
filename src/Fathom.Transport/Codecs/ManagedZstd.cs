using ZstdSharp.Unsafe;

namespace Fathom.Transport.Codecs;

/// <summary>zstd in managed code: ZstdSharp, a port of zstd's own source. Its contexts lie in native memory, like libzstd's.</summary>
internal sealed unsafe class ManagedZstd : ZstdFunctions
{
    protected override nint NewCompressor() => (nint)Methods.ZSTD_createCCtx();

    public override void FreeCompressor(nint context) => Methods.ZSTD_freeCCtx(Compressor(context));

    protected override nint NewDecompressor() => (nint)Methods.ZSTD_createDCtx();

    public override void FreeDecompressor(nint context) => Methods.ZSTD_freeDCtx(Decompressor(context));

    public override nuint Bound(long size) => Methods.ZSTD_compressBound((nuint)size);

    public override nuint Compress(nint context, byte* to, nuint room, byte* from, nuint length) =>
        Methods.ZSTD_compress2(Compressor(context), to, room, from, length);

    // ZstdBuffer is laid out as zstd.h prescribes, and so are these.
    public override nuint CompressStream(nint context, ZstdBuffer* target, ZstdBuffer* source, int operation) =>
        Methods.ZSTD_compressStream2(
            Compressor(context), (ZSTD_outBuffer_s*)target, (ZSTD_inBuffer_s*)source, (ZSTD_EndDirective)operation);

    public override nuint DecompressStream(nint context, ZstdBuffer* target, ZstdBuffer* source) =>
        Methods.ZSTD_decompressStream(Decompressor(context), (ZSTD_outBuffer_s*)target, (ZSTD_inBuffer_s*)source);

    public override bool IsError(nuint result) => Methods.ZSTD_isError(result);

    protected override nuint ResetCompressor(nint context) =>
        Methods.ZSTD_CCtx_reset(Compressor(context), (ZSTD_ResetDirective)ResetSession);

    protected override nuint SetLevel(nint compressor, int level) =>
        Methods.ZSTD_CCtx_setParameter(Compressor(compressor), (ZSTD_cParameter)CompressionLevel, level);

    protected override nuint SetSize(nint compressor, long size) =>
        Methods.ZSTD_CCtx_setPledgedSrcSize(Compressor(compressor), (ulong)size);

    protected override nuint ResetDecompressor(nint context) =>
        Methods.ZSTD_DCtx_reset(Decompressor(context), (ZSTD_ResetDirective)ResetSession);

    protected override nuint SetMaxWindow(nint decompressor, int windowLog) =>
        Methods.ZSTD_DCtx_setParameter(Decompressor(decompressor), (ZSTD_dParameter)WindowLogMax, windowLog);

    protected override string ErrorName(nuint error) => Methods.ZSTD_getErrorName(error);

    private static ZSTD_CCtx_s* Compressor(nint context) => (ZSTD_CCtx_s*)context;

    private static ZSTD_DCtx_s* Decompressor(nint context) => (ZSTD_DCtx_s*)context;
}
