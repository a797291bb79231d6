using System.Buffers;
using Fathom.Transport.Codecs;

namespace Fathom.TestKit.Codecs;

/// <summary>A codec that says it is gzip and sends the same bytes whatever the message: what a peer that means harm sends, or a broken
/// one.</summary>
public sealed class ReplacingCodec(string encoding, byte[] sent) : Codec
{
    /// <inheritdoc/>
    public override string Encoding => encoding;

    /// <inheritdoc/>
    public override CodecLevels Levels => new(1, 1, 1);

    /// <inheritdoc/>
    public override void Compress(in ReadOnlySequence<byte> plain, IBufferWriter<byte> output, int level) => output.Write(sent);

    /// <inheritdoc/>
    public override DecompressOutcome Decompress(in ReadOnlySequence<byte> compressed, IBufferWriter<byte> output, int maxSize) =>
        DecompressOutcome.Malformed;
}
