using System.Buffers;
using Fathom.TestKit;
using Fathom.TestKit.Calls;
using Fathom.TestKit.Codecs;
using Fathom.Transport.Calls;
using Fathom.Transport.Codecs;
using Fathom.Transport.Compression;
using Fathom.Transport.Server;
using Fathom.Wire.Grpc;
using static Fathom.Tests.Transport.Server.BytesDispatcher;

namespace Fathom.Tests.Transport.Server;

public class CompressionTests
{
    private static readonly byte[] Text = [.. Enumerable.Repeat("all work and no play "u8.ToArray(), 100).SelectMany(b => b)];
    private static readonly MessageCompression Gzip = MessageCompression.Always(CodecRegistry.Gzip);

    [Fact]
    public async Task A_compressed_request_is_read_and_the_client_told_what_else_could_be()
    {
        var exchange = Compressed(CodecRegistry.Gzip, Text);
        var dispatcher = Unary((request, _) => new([(byte)(request.SequenceEqual(Text) ? 1 : 0)]));

        await dispatcher.DispatchAsync(exchange);

        exchange.Messages().ShouldHaveSingleItem().ShouldBe([1]);
        exchange.ResponseHeaders.ShouldContain(h => h.Name == "grpc-accept-encoding" && h.Value.StartsWith("identity,gzip,deflate,br"));
        var received = dispatcher.Wire.Received;
        (received.Messages, received.Compressed, received.PlainBytes).ShouldBe((1, 1, Text.Length));
        received.WireBytes.ShouldBeLessThan(Text.Length / 10);
    }

    [Theory]
    [InlineData("gzip", "Decompression failed: the 3 bytes of a message are not valid gzip.")]
    [InlineData(null, "Compressed flag set on a message of a stream without a grpc-encoding other than identity.")]
    [InlineData("identity", "Compressed flag set on a message of a stream without a grpc-encoding other than identity.")]
    public async Task A_flagged_message_that_cannot_be_decompressed_is_Internal(string? encoding, string detail)
    {
        var exchange = Request(encoding).SendRaw(1, 0, 0, 0, 3, 7, 8, 9).EndRequest();

        await Unary((request, _) => new(request)).DispatchAsync(exchange);

        exchange.Status().ShouldBe(new Status(StatusCode.Internal, detail));
    }

    [Fact]
    public async Task An_encoding_that_was_not_accepted_is_Unimplemented_with_those_that_are()
    {
        var exchange = Compressed(CodecRegistry.Gzip, Text);

        await Unary((request, _) => new(request), new ServerOptions { AcceptedCodecs = [CodecRegistry.Deflate] }).DispatchAsync(exchange);

        exchange.Status().ShouldBe(new Status(StatusCode.Unimplemented,
            "Unsupported grpc-encoding value 'gzip'. Supported encodings: identity,deflate"));
        exchange.ResponseHeaders.ShouldContain(("grpc-accept-encoding", "identity,deflate"));
    }

    [Fact]
    public async Task A_plain_message_under_an_encoding_nobody_knows_is_read()
    {
        var exchange = Request("snappy").Send(1, 2).EndRequest();

        await Unary((request, _) => new(request)).DispatchAsync(exchange);

        exchange.Messages().ShouldHaveSingleItem().ShouldBe([1, 2]);
    }

    [Fact]
    public async Task The_limit_holds_for_the_decompressed_size()
    {
        var options = new ServerOptions { MaxReceiveMessageSize = Text.Length - 1 };
        var exchange = Compressed(CodecRegistry.Gzip, Text);

        await Unary((request, _) => new(request), options).DispatchAsync(exchange);

        exchange.Status().StatusCode.ShouldBe(StatusCode.ResourceExhausted);
        exchange.Status().Detail.ShouldStartWith(
            $"Received message larger than max (over {Text.Length - 1} when decompressed vs. {Text.Length - 1};");

        var fitting = Compressed(CodecRegistry.Gzip, Text);
        await Unary((request, _) => new(request), options with { MaxReceiveMessageSize = Text.Length }).DispatchAsync(fitting);
        fitting.Status().ShouldBe(Status.Ok);
    }

    [Fact]
    public async Task A_bomb_costs_no_more_memory_than_the_limit()
    {
        const int Limit = 12 << 20;
        var bomb = GzipBomb.Create();
        bomb.Length.ShouldBeInRange(9_000_000, 11_000_000);
        var dispatcher = Unary((request, _) => new(request), new ServerOptions { MaxReceiveMessageSize = Limit });
        await dispatcher.DispatchAsync(Compressed(CodecRegistry.Gzip, Text));
        var exchange = Flagged(bomb);

        var before = GC.GetAllocatedBytesForCurrentThread();
        var call = dispatcher.DispatchAsync(exchange);
        var allocated = GC.GetAllocatedBytesForCurrentThread() - before;

        call.IsCompletedSuccessfully.ShouldBeTrue();
        await call;
        exchange.Status().StatusCode.ShouldBe(StatusCode.ResourceExhausted);
        allocated.ShouldBeLessThan(Limit + 100_000);
    }

    [Theory]
    [InlineData("identity,gzip", true)]
    [InlineData("deflate, gzip", true)]
    [InlineData("identity,deflate", false)]
    [InlineData("xgzip,gzipx", false)]
    [InlineData(null, false)]
    public async Task A_response_is_compressed_where_the_client_accepts_it(string? accepts, bool compressed)
    {
        var exchange = Accepting(accepts).Send(1).EndRequest();
        var dispatcher = Unary((_, _) => new(Text), new ServerOptions { Compression = Gzip });

        await dispatcher.DispatchAsync(exchange);

        exchange.ResponseHeaders.Contains(("grpc-encoding", "gzip")).ShouldBe(compressed);
        dispatcher.Wire.Sent.Compressed.ShouldBe(compressed ? 1 : 0);
        dispatcher.Wire.Sent.PlainBytes.ShouldBe(Text.Length);
        (dispatcher.Wire.Sent.WireBytes < Text.Length).ShouldBe(compressed);
        exchange.Status().ShouldBe(Status.Ok);
    }

    [Fact]
    public async Task A_handler_chooses_and_metadata_of_C_core_does_too_and_is_not_sent()
    {
        var byProperty = Accepting("gzip,deflate").Send(1).EndRequest();
        await Unary((_, context) =>
        {
            context.ResponseCompression = MessageCompression.Always(CodecRegistry.Deflate, 9);
            return new(Text);
        }, new ServerOptions { Compression = Gzip }).DispatchAsync(byProperty);
        byProperty.ResponseHeaders.ShouldContain(("grpc-encoding", "deflate"));

        var byMetadata = Accepting("gzip,deflate").Send(1).EndRequest();
        await Unary((_, context) => WithHeadersAsync(context, "deflate"), new ServerOptions { Compression = Gzip })
            .DispatchAsync(byMetadata);
        byMetadata.ResponseHeaders.ShouldBe([("content-type", "application/grpc"), ("grpc-encoding", "deflate")]);

        var none = Accepting("gzip,deflate").Send(1).EndRequest();
        await Unary((_, context) => WithHeadersAsync(context, "identity"), new ServerOptions { Compression = Gzip }).DispatchAsync(none);
        none.ResponseHeaders.ShouldBe([("content-type", "application/grpc")]);

        static async ValueTask<byte[]> WithHeadersAsync(ServerCallContext context, string encoding)
        {
            Metadata headers = [];
            headers.Add("grpc-internal-encoding-request", encoding);
            await context.WriteResponseHeadersAsync(headers);
            Should.Throw<InvalidOperationException>(() => context.ResponseCompression = Gzip).Message.ShouldContain("has started");
            return Text;
        }
    }

    [Fact]
    public async Task Single_messages_opt_out_and_what_does_not_become_smaller_is_sent_plain()
    {
        var noise = new byte[500];
        new Random(1).NextBytes(noise);
        var exchange = new MemoryExchange(BytesMethods.ServerStreaming.FullPath);
        exchange.Headers.Add(("grpc-accept-encoding", "gzip"));
        exchange.Send().EndRequest();

        await Dispatcher(new ServiceBuilder(BytesMethods.Service)
            .ServerStreaming(BytesMethods.ServerStreaming, async (_, replies, context) =>
        {
            await replies.WriteAsync(Text);
            await replies.WriteAsync(Text, WriteFlags.NoCompress);
            await replies.WriteAsync(noise);
            await replies.WriteAsync([]);
            context.WriteFlags = WriteFlags.NoCompress;
            await replies.WriteAsync(Text);
        }), new ServerOptions { Compression = Gzip }).DispatchAsync(exchange);

        exchange.Flags().ShouldBe([1, 0, 0, 0, 0]);
        exchange.ResponseHeaders.ShouldContain(("grpc-encoding", "gzip"));
    }

    [Fact]
    public async Task A_call_without_messages_names_no_encoding()
    {
        var exchange = Accepting("gzip").Send().EndRequest();

        await Unary((_, _) => throw new RpcException(new Status(StatusCode.NotFound)), new ServerOptions { Compression = Gzip })
            .DispatchAsync(exchange);

        exchange.ResponseHeaders.ShouldNotContain(h => h.Name == "grpc-encoding");
        exchange.IsTrailersOnly().ShouldBeTrue();
    }

    [Fact]
    public async Task Every_compressed_message_leaves_a_line_at_debug_level_in_the_published_form()
    {
        var log = new LineLogger();
        var exchange = Compressed(CodecRegistry.Gzip, Text);
        exchange.Headers.Add(("grpc-accept-encoding", "deflate"));
        var wire = CompressedBytes(CodecRegistry.Gzip, Text).Length;

        await Unary((request, _) => new(request), new ServerOptions { LoggerFactory = log,
            Compression = MessageCompression.Always(new ReplacingCodec("deflate", new byte[21])) })
            .DispatchAsync(exchange);

        log.Lines.ShouldBe([$"Debug: Decompressed[gzip] {wire} bytes vs. 2100 bytes",
            "Debug: Compressed[deflate] 2100 bytes vs. 21 bytes (99.00% savings)"]);
    }

    [Theory]
    [InlineData("gzip")]
    [InlineData("deflate")]
    [InlineData("br")]
    [InlineData("lz4")]
    [InlineData("zstd")]
    public void A_compressed_message_costs_at_most_512_bytes_of_managed_memory_in_each_direction(string encoding)
    {
        var codec = CodecRegistry.Find(encoding)!;

        // Larger than the smallest arrays of the pool, so that an array that is not pooled shows.
        byte[] message = [.. Enumerable.Range(0, 100_000).Select(i => (byte)(i % 251 * (i % 7)))];
        var wire = new MessageCompressor(null, null);
        var sending = wire.CreateCallCompressor(MessageCompression.Always(codec), "/s/m", isStream: true, () => null)!;
        var packed = RoundTrip();
        packed.ShouldBeLessThan(message.Length);
        const int Messages = 20;
        Allocations.OfARound(
            () =>
            {
                for (var i = 0; i < Messages; i++)
                {
                    RoundTrip();
                }
            },
            Messages * 2 * 512).ShouldBeLessThanOrEqualTo(Messages * 2 * 512);

        // No assertion here: they allocate.
        int RoundTrip()
        {
            var isPacked = sending.TryCompress(sending.Decide(message.Length), new ReadOnlySequence<byte>(message), out var array,
                out var length);
            var status = wire.Decompress(encoding, new ReadOnlySequence<byte>(array, MessagePrefix.Size, length - MessagePrefix.Size), null,
                out var plain);
            var isSame = isPacked && status.IsOk && plain.Length == message.Length;
            MessageCompressor.ReturnBuffer(plain);
            ArrayPool<byte>.Shared.Return(array);
            return isSame ? length : throw new InvalidOperationException($"{encoding} does not give its message back.");
        }
    }

    private static MemoryExchange Request(string? encoding) => encoding is null
        ? MemoryExchange.For(BytesMethods.Unary)
        : MemoryExchange.For(BytesMethods.Unary, ("grpc-encoding", encoding));

    private static MemoryExchange Accepting(string? encodings) => encodings is null
        ? MemoryExchange.For(BytesMethods.Unary)
        : MemoryExchange.For(BytesMethods.Unary, ("grpc-accept-encoding", encodings));

    private static MemoryExchange Compressed(Codec codec, byte[] message) => Flagged(CompressedBytes(codec, message), codec.Encoding);

    private static MemoryExchange Flagged(byte[] bytes, string encoding = "gzip")
    {
        var framed = new ArrayBufferWriter<byte>();
        MessagePrefix.Write(framed, bytes.Length, compressed: true);
        return Request(encoding).SendRaw([.. framed.WrittenSpan, .. bytes]).EndRequest();
    }

    private static byte[] CompressedBytes(Codec codec, byte[] message)
    {
        var compressed = new ArrayBufferWriter<byte>();
        codec.Compress(new(message), compressed, codec.Levels.Default);
        return compressed.WrittenSpan.ToArray();
    }
}
