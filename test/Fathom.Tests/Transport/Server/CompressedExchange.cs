using System.Buffers;
using Fathom.TestKit.Calls;
using Fathom.Transport.Codecs;
using Fathom.Transport.Compression;
using Fathom.Wire.Grpc;

namespace Fathom.Tests.Transport.Server;

/// <summary>Exchanges whose request is compressed, or whose client accepts compressed responses.</summary>
internal static class CompressedExchange
{
    public static byte[] Text { get; } = [.. Enumerable.Repeat("all work and no play "u8.ToArray(), 100).SelectMany(b => b)];

    public static MessageCompression Gzip { get; } = MessageCompression.Always(CodecRegistry.Gzip);

    public static MemoryExchange Request(string? encoding) => encoding is null
        ? MemoryExchange.For(BytesMethods.Unary)
        : MemoryExchange.For(BytesMethods.Unary, ("grpc-encoding", encoding));

    public static MemoryExchange Accepting(string? encodings) => encodings is null
        ? MemoryExchange.For(BytesMethods.Unary)
        : MemoryExchange.For(BytesMethods.Unary, ("grpc-accept-encoding", encodings));

    public static MemoryExchange Compressed(Codec codec, byte[] message) => Flagged(CompressedBytes(codec, message), codec.Encoding);

    public static MemoryExchange Flagged(byte[] bytes, string encoding = "gzip")
    {
        var framed = new ArrayBufferWriter<byte>();
        MessagePrefix.Write(framed, bytes.Length, compressed: true);
        return Request(encoding).SendRaw([.. framed.WrittenSpan, .. bytes]).EndRequest();
    }

    public static byte[] CompressedBytes(Codec codec, byte[] message)
    {
        var compressed = new ArrayBufferWriter<byte>();
        codec.Compress(new(message), compressed, codec.Levels.Default);
        return compressed.WrittenSpan.ToArray();
    }
}
