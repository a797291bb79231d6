using System.Buffers;
using System.IO.Compression;

namespace Fathom.Transport.Codecs;

/// <summary><c>deflate</c> as gRPC means it: the zlib format of RFC 1950 around RFC 1951.</summary>
internal sealed class DeflateCodec : StreamCodec
{
    public override string Encoding => "deflate";

    public override CodecLevels Levels => new(Fastest: 0, Best: 9, Default: 1);

    // Header, one empty final block with fixed codes, Adler-32.
    protected override ReadOnlySpan<byte> EmptyMessage => [0x78, 0x01, 3, 0, 0, 0, 0, 1];

    protected override Stream CreateCompressor(Stream target, int level) =>
        new ZLibStream(target, new ZLibCompressionOptions { CompressionLevel = level }, leaveOpen: true);

    protected override Stream CreateDecompressor(Stream source) => new ZLibStream(source, CompressionMode.Decompress, leaveOpen: true);

    // ZLibStream accepts a truncated message as a shorter one, but reads past its end, which it does not do after a complete one.
    protected override bool HasValidEnd(SequenceStream source, in ReadOnlySequence<byte> compressed, long plainSize) =>
        !source.WasReadPastEnd;
}
