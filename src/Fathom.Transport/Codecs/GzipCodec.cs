using System.Buffers;
using System.Buffers.Binary;
using System.IO.Compression;

namespace Fathom.Transport.Codecs;

/// <summary><c>gzip</c>, RFC 1952. Its default level is that of Grpc.AspNetCore and Grpc.Net.Client (CompressionLevel.Fastest).</summary>
internal sealed class GzipCodec : StreamCodec
{
    public override string Encoding => "gzip";

    public override CodecLevels Levels => new(Fastest: 0, Best: 9, Default: 1);

    // Header (no name, no time, system unknown), one empty final block with fixed codes, CRC-32 and length.
    protected override ReadOnlySpan<byte> EmptyMessage =>
        [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0];

    protected override Stream CreateCompressor(Stream target, int level) =>
        new GZipStream(target, new ZLibCompressionOptions { CompressionLevel = level }, leaveOpen: true);

    protected override Stream CreateDecompressor(Stream source) => new GZipStream(source, CompressionMode.Decompress, leaveOpen: true);

    internal override long? GetDecompressedSize(in ReadOnlySequence<byte> compressed) =>
        compressed.Length < EmptyMessage.Length ? null : SizeAtEnd(compressed);

    // GZipStream ignores bytes that follow the last member. The last four bytes of a valid message are its plain size modulo 2^32 (RFC
    // 1952, 2.3.1).
    protected override bool HasValidEnd(SequenceStream source, in ReadOnlySequence<byte> compressed, long plainSize) =>
        SizeAtEnd(compressed) == (uint)plainSize;

    private static uint SizeAtEnd(in ReadOnlySequence<byte> compressed)
    {
        Span<byte> size = stackalloc byte[4];
        compressed.Slice(compressed.Length - size.Length).CopyTo(size);
        return BinaryPrimitives.ReadUInt32LittleEndian(size);
    }
}
