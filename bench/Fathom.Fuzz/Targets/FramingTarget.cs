using System.Buffers;
using Fathom.Transport.Codecs;
using Fathom.Transport.Compression;
using Fathom.Wire.Grpc;

namespace Fathom.Fuzz.Targets;

/// <summary>The body of a call: its first byte chooses the codec, its second the length of the segments, and the rest are messages with
/// their prefixes. The same body is read as one of gRPC-Web, too.</summary>
internal static class FramingTarget
{
    private const int MaxMessage = 64 * 1024;

    private static readonly (Codec Codec, MessageCompressor Compressor)[] Codecs = [.. new[]
    {
        CodecRegistry.Gzip, CodecRegistry.Deflate, CodecRegistry.Brotli, CodecRegistry.ManagedLz4, CodecRegistry.ManagedZstd,
        CodecRegistry.Lz4, CodecRegistry.Zstd,
    }.Select(codec => (codec, new MessageCompressor(null, [codec])))];

    public static void Parse(ReadOnlyMemory<byte> bytes)
    {
        var input = new FuzzInput(bytes.Span);
        var (codec, compressor) = Codecs[input.Byte() % Codecs.Length];
        var length = input.Byte() is > 0 and var most ? most : int.MaxValue;
        var rest = bytes[^input.Rest.Length..];
        var body = Segments(rest, length);
        var framing = new MessageReader(ReceivingSide.Server, MaxMessage, codec.Encoding, compressor.Accepted.Names);
        var whole = new ReadOnlySequence<byte>(rest);
        while (true)
        {
            var (outcome, same) = (framing.Read(body, isCompleted: true), framing.Read(whole, isCompleted: true));
            FuzzTarget.Require(outcome.State == same.State && outcome.Payload.Length == same.Payload.Length,
                "segments change the messages");
            if (outcome.State != MessageState.Message)
            {
                break;
            }

            if (outcome.IsCompressed)
            {
                Decompress(compressor, codec.Encoding, outcome.Payload);
            }

            (body, whole) = (body.Slice(outcome.Payload.End), whole.Slice(same.Payload.End));
        }

        var web = new WebBody();
        while (!rest.IsEmpty)
        {
            var piece = rest.Span[..Math.Min(length, rest.Length)];
            FuzzTarget.Require(web.Read(piece).Length <= piece.Length, "a body has more messages than bytes");
            rest = rest[piece.Length..];
        }

        web.Trailers();
    }

    private static void Decompress(MessageCompressor compressor, string encoding, in ReadOnlySequence<byte> payload)
    {
        var status = compressor.Decompress(encoding, payload, MaxMessage, out SegmentedBuffer plain);
        FuzzTarget.Require(!status.IsOk || plain.Length <= MaxMessage, $"{encoding} made more than the limit");
        var length = plain.Length;
        MessageCompressor.ReturnBuffer(plain);
        if (compressor.GetDecompressedSize(encoding, payload, MaxMessage) is { } size)
        {
            var second = compressor.Decompress(encoding, payload, size, out ReadOnlyMemory<byte> kept);
            FuzzTarget.Require(!second.IsOk || (status.IsOk && kept.Length == length), $"{encoding} is read in two ways");
        }
    }

    private static ReadOnlySequence<byte> Segments(ReadOnlyMemory<byte> bytes, int length)
    {
        var first = new Segment(bytes[..Math.Min(length, bytes.Length)], null);
        var last = first;
        for (var rest = bytes[last.Memory.Length..]; !rest.IsEmpty; rest = rest[last.Memory.Length..])
        {
            last = new Segment(rest[..Math.Min(length, rest.Length)], last);
        }

        return new ReadOnlySequence<byte>(first, 0, last, last.Memory.Length);
    }

    private sealed class Segment : ReadOnlySequenceSegment<byte>
    {
        public Segment(ReadOnlyMemory<byte> memory, Segment? before)
        {
            Memory = memory;
            if (before is not null)
            {
                RunningIndex = before.RunningIndex + before.Memory.Length;
                before.Next = this;
            }
        }
    }
}
