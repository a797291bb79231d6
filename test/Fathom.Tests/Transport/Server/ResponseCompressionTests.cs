using Fathom.TestKit;
using Fathom.TestKit.Calls;
using Fathom.TestKit.Codecs;
using Fathom.Transport.Calls;
using Fathom.Transport.Codecs;
using Fathom.Transport.Compression;
using Fathom.Transport.Server;
using Fathom.Wire.Grpc;
using static Fathom.Tests.Transport.Server.BytesDispatcher;
using static Fathom.Tests.Transport.Server.CompressedExchange;

namespace Fathom.Tests.Transport.Server;

/// <summary>Which responses are compressed, by which codec, and what is logged of it.</summary>
public class ResponseCompressionTests
{
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
}
