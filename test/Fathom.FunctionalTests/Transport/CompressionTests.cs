using Fathom.Lab.Prerequisites;
using Fathom.Subjects.Echo;
using Fathom.TestKit;
using Fathom.TestKit.Calls;
using Fathom.TestKit.Codecs;
using Fathom.Transport.Calls;
using Fathom.Transport.Codecs;
using Fathom.Transport.Compression;
using Fathom.Transport.Server;
using Fathom.Wire.Grpc;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport;

public abstract class CompressionTests(Stack stack)
{
    private static readonly MessageCompression Gzip = MessageCompression.Always(CodecRegistry.Gzip);
    private static readonly byte[] Text = [.. Enumerable.Repeat("all work and no play "u8.ToArray(), 500).SelectMany(b => b)];

    public static TheoryData<string> Encodings => [.. CodecRegistry.All.Select(c => c.Encoding)];

    [Theory]
    [MemberData(nameof(Encodings))]
    public async Task Requests_and_responses_of_every_kind_travel_compressed_by_every_codec(string encoding)
    {
        var compression = MessageCompression.Always(CodecRegistry.Find(encoding)!);
        await using var host = await stack.StartAsync(options: new ServerOptions { Compression = compression });
        using var channel = host.Channel(o => o with { Compression = compression });
        var request = Request(50_000);
        var several = new EchoRequest { Payload = request.Payload, Repeat = 3 };

        (await channel.UnaryAsync(EchoMethods.Unary, request)).Payload.ShouldBe(request.Payload);
        channel.Unary(EchoMethods.Unary, request).Payload.ShouldBe(request.Payload);
        (await channel.ClientStreamingAsync(EchoMethods.ClientStream, Stream(request, request))).Payload.ShouldBe(request.Payload);
        (await channel.ServerStreamingAsync(EchoMethods.ServerStream, several).ListAsync()).ShouldAllBe(r => r.Payload == request.Payload);
        (await channel.DuplexStreamingAsync(EchoMethods.DuplexStream, Stream(request, request)).ListAsync())
            .ShouldAllBe(r => r.Payload == request.Payload);

        var wire = channel.Wire;
        (wire.Sent.Messages, wire.Sent.Compressed, wire.Received.Messages, wire.Received.Compressed).ShouldBe((7, 7, 8, 8));
        wire.Sent.PlainBytes.ShouldBeInRange(7 * 50_000, 7 * 50_100);
        wire.Sent.WireBytes.ShouldBeLessThan(wire.Sent.PlainBytes / 2);
        wire.Received.WireBytes.ShouldBeLessThan(wire.Received.PlainBytes / 2);
        wire.Sent.Time.ShouldBeGreaterThan(TimeSpan.Zero);
        (host.Wire.Received with { Time = default }).ShouldBe(wire.Sent with { Time = default });
        (host.Wire.Sent with { Time = default }).ShouldBe(wire.Received with { Time = default });
    }

    [Fact]
    public async Task Without_a_choice_nothing_is_compressed_and_everything_counted()
    {
        await using var host = await stack.StartAsync();
        using var channel = host.Channel();

        await channel.UnaryAsync(EchoMethods.Unary, Request(10_000));

        channel.Wire.ShouldBe(new WireTotals(new WireCount(1, 0, 10_003, 10_003, default), new WireCount(1, 0, 10_006, 10_006, default)));
        host.Wire.ShouldBe(new WireTotals(channel.Wire.Received, channel.Wire.Sent));
        channel.CompressionReports.ShouldBeEmpty();
    }

    [Fact]
    public async Task A_call_chooses_by_option_or_by_metadata_of_C_core_which_is_not_sent()
    {
        Metadata? seen = null;
        await using var host = await stack.StartAsync([Bytes((request, context) =>
        {
            seen = context.RequestHeaders;
            return request;
        })]);
        using var channel = host.Channel(o => o with { Compression = Gzip });

        await channel.UnaryAsync(BytesMethods.Unary, Text);
        channel.Wire.Sent.Compressed.ShouldBe(1);
        await channel.UnaryAsync(BytesMethods.Unary, Text, new CallOptions { Compression = MessageCompression.None });
        channel.Wire.Sent.Compressed.ShouldBe(1);
        await channel.UnaryAsync(BytesMethods.Unary, Text,
            new CallOptions { Headers = Metadata(("grpc-internal-encoding-request", "identity"), ("x-other", "1")) });
        channel.Wire.Sent.Compressed.ShouldBe(1);
        seen!.Select(e => e.Key).ShouldContain("x-other");
        seen!.Select(e => e.Key).ShouldNotContain("grpc-internal-encoding-request");
        await channel.UnaryAsync(BytesMethods.Unary, Text,
            new CallOptions { Headers = Metadata(("grpc-internal-encoding-request", "deflate")) });
        channel.Wire.Sent.Compressed.ShouldBe(2);

        (await Should.ThrowAsync<ArgumentException>(() => channel.UnaryAsync(
            BytesMethods.Unary, Text, new CallOptions { Headers = Metadata(("grpc-internal-encoding-request", "zip")) })))
            .Message.ShouldContain("asks for 'zip'; accepted: identity, gzip, deflate, br, lz4, zstd");
    }

    [Fact]
    public async Task Single_messages_opt_out_on_both_sides()
    {
        await using var host = await stack.StartAsync(
            [new ServiceBuilder(BytesMethods.Service).DuplexStreaming(BytesMethods.DuplexStreaming, async (requests, replies, _) =>
            {
                await foreach (var request in requests)
                {
                    await replies.WriteAsync(request);
                    await replies.WriteAsync(request, WriteFlags.NoCompress);
                }
            }).Build()],
            options: new ServerOptions { Compression = Gzip });
        using var channel = host.Channel(o => o with { Compression = Gzip });
        using var call = channel.Start(BytesMethods.DuplexStreaming);

        await call.WriteAsync(Text);
        await call.WriteAsync(Text, WriteFlags.NoCompress);
        await call.WriteAsync(Text);
        await call.CompleteAsync();
        (await call.ReadAllAsync().ListAsync()).ShouldAllBe(reply => reply.SequenceEqual(Text));

        (channel.Wire.Sent.Messages, channel.Wire.Sent.Compressed).ShouldBe((3, 2));
        (channel.Wire.Received.Messages, channel.Wire.Received.Compressed).ShouldBe((6, 3));
        await channel.UnaryAsync(EchoMethods.Unary, Request(5000), new CallOptions { WriteFlags = WriteFlags.NoCompress });
        channel.Wire.Sent.Compressed.ShouldBe(2);
    }

    [Fact]
    public async Task A_client_that_does_not_accept_the_servers_codec_gets_plain_messages()
    {
        await using var host = await stack.StartAsync(options: new ServerOptions { Compression = Gzip });
        using var channel = host.Channel(o => o with { AcceptedCodecs = [CodecRegistry.Deflate] });

        (await channel.UnaryAsync(EchoMethods.Unary, Request(5000))).Payload.Length.ShouldBe(5000);

        channel.Wire.Received.Compressed.ShouldBe(0);
    }

    [Fact]
    public async Task An_encoding_the_server_does_not_accept_is_Unimplemented_and_names_those_it_does()
    {
        await using var host = await stack.StartAsync(options: new ServerOptions { AcceptedCodecs = [CodecRegistry.Deflate] });
        using var channel = host.Channel();

        foreach (var method in new[] { EchoMethods.Unary, EchoMethods.ServerStream })
        {
            using var call = channel.Start(method, new CallOptions { Compression = Gzip });
            await call.WriteAsync(Request(5000));
            var failure = await FailureAsync(async () => await call.MoveNextAsync());
            failure.Status.ShouldBe(new Status(StatusCode.Unimplemented,
                "Unsupported grpc-encoding value 'gzip'. Supported encodings: identity,deflate"));
        }
    }

    [Fact]
    public async Task The_limits_of_both_sides_hold_for_what_is_decompressed()
    {
        await using var host = await stack.StartAsync(options: new ServerOptions { MaxReceiveMessageSize = 2_000_000, Compression = Gzip });
        using var channel = host.Channel(o => o with { MaxReceiveMessageSize = 1_000_000, Compression = Gzip });

        var there = await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, Request(3_000_000)));
        var here = await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, new EchoRequest { ReplySize = 1_500_000 }));

        there.StatusCode.ShouldBe(StatusCode.ResourceExhausted);
        there.Status.Detail.ShouldStartWith("Received message larger than max (over 2000000 when decompressed vs. 2000000;");
        here.StatusCode.ShouldBe(StatusCode.ResourceExhausted);
        here.Status.Detail.ShouldStartWith("Received message larger than max (over 1000000 when decompressed vs. 1000000;");
        (await channel.UnaryAsync(EchoMethods.Unary, Request("on"))).Text().ShouldBe("on");
        channel.ConnectionsOpened.ShouldBe(1);
    }

    [Fact]
    public async Task A_bomb_from_either_side_is_refused_and_the_connection_goes_on()
    {
        // Larger than the bomb as it travels, so that it is sent in its place; smaller than what it becomes.
        var message = new byte[11_000_000];
        var bomb = MessageCompression.Always(new ReplacingCodec("gzip", GzipBomb.Create()));
        await using var host = await stack.StartAsync(
            [Bytes((request, context) =>
            {
                context.ResponseCompression = request.Length == 1 ? bomb : null;
                return request.Length == 1 ? message : request;
            })],
            options: new ServerOptions { MaxReceiveMessageSize = 12_000_000 });
        using var channel = host.Channel(o => o with { MaxReceiveMessageSize = 12_000_000 });

        var there = await FailureAsync(() => channel.UnaryAsync(BytesMethods.Unary, message, new CallOptions { Compression = bomb }));
        var here = await FailureAsync(() => channel.UnaryAsync(BytesMethods.Unary, [1]));

        there.Status.Detail.ShouldStartWith("Received message larger than max (over 12000000 when decompressed vs. 12000000;");
        here.Status.Detail.ShouldStartWith("Received message larger than max (over 12000000 when decompressed vs. 12000000;");
        (await channel.UnaryAsync(BytesMethods.Unary, [2, 3])).ShouldBe([2, 3]);
        channel.ConnectionsOpened.ShouldBe(1);
    }

    [Fact]
    public async Task What_cannot_be_decompressed_is_Internal_on_both_sides()
    {
        var broken = MessageCompression.Always(new ReplacingCodec("gzip", [1, 2, 3]));
        await using var host = await stack.StartAsync([Bytes((request, context) =>
        {
            context.ResponseCompression = broken;
            return request;
        })]);
        using var channel = host.Channel();

        var there = await FailureAsync(() => channel.UnaryAsync(BytesMethods.Unary, Text, new CallOptions { Compression = broken }));
        var here = await FailureAsync(() => channel.UnaryAsync(BytesMethods.Unary, Text));

        there.Status.ShouldBe(new Status(StatusCode.Internal, "Decompression failed: the 3 bytes of a message are not valid gzip."));
        here.Status.ShouldBe(there.Status);
    }

    [Fact]
    public async Task Adaptive_compression_decides_for_each_method_and_says_so()
    {
        var adaptive = MessageCompression.Adaptive(CodecRegistry.Gzip, 9);
        await using var host = await stack.StartAsync(options: new ServerOptions { Compression = adaptive });
        using var channel = host.Channel(o => o with { Compression = adaptive });
        var noise = new byte[300_000];
        new Random(3).NextBytes(noise);
        var request = new EchoRequest { Payload = Google.Protobuf.ByteString.CopyFrom(noise) };

        for (var i = 0; i < 10; i++)
        {
            (await channel.UnaryAsync(EchoMethods.Unary, request)).Payload.ShouldBe(request.Payload);
        }

        foreach (var decisions in new[] { channel.CompressionReports, host.CompressionReports })
        {
            var decision = decisions.ShouldHaveSingleItem();
            (decision.Method, decision.Compression, decision.IsStream, decision.IsCompressing)
                .ShouldBe(("/fathom.echo.Echo/Unary", adaptive, false, false));
            (decision.Messages, decision.Compressed).ShouldBe((10, 0));
            decision.Ratio!.Value.ShouldBeGreaterThanOrEqualTo(1);
        }

        channel.Wire.Sent.Compressed.ShouldBe(0);
        channel.Wire.Sent.Time.ShouldBeGreaterThan(TimeSpan.Zero, "sampling is accounted");
    }

    [Fact]
    public async Task The_rate_of_a_connection_is_known_once_something_was_sent()
    {
        Requires.Present(TestPrerequisites.Linux);
        var adaptive = MessageCompression.Adaptive(CodecRegistry.Gzip);
        await using var host = await stack.StartAsync(options: new ServerOptions { Compression = adaptive });
        using var channel = host.Channel(o => o with { Compression = adaptive });

        for (var i = 0; i < 5; i++)
        {
            await channel.UnaryAsync(EchoMethods.Unary, Request(200_000));
        }

        channel.CompressionReports.Single().Link!.Value.BytesPerSecond.ShouldBeGreaterThan(0);
        host.CompressionReports.Single().Link!.Value.BytesPerSecond.ShouldBeGreaterThan(0);
    }

    [Fact]
    public async Task A_channel_and_a_host_write_the_published_line_to_their_loggers()
    {
        var (ofHost, ofClient) = (new LineLogger(), new LineLogger());
        await using var host = await stack.StartAsync(options: new ServerOptions { LoggerFactory = ofHost });
        using var channel = host.Channel(o => o with { LoggerFactory = ofClient, Compression = Gzip });

        await channel.UnaryAsync(EchoMethods.Unary, Request(50_000));

        var wire = channel.Wire.Sent.WireBytes;
        ofClient.Lines.ShouldHaveSingleItem().ShouldBe(
            FormattableString.Invariant($"Debug: Compressed[gzip] 50004 bytes vs. {wire} bytes ({100 - (wire / 500.04):0.00}% savings)"));
        ofHost.Lines.ShouldHaveSingleItem().ShouldBe($"Debug: Decompressed[gzip] {wire} bytes vs. 50004 bytes");
    }

    private static ServiceDefinition Bytes(Func<byte[], ServerCallContext, byte[]> handler) =>
        new ServiceBuilder(BytesMethods.Service).Unary(BytesMethods.Unary, (request, context) => new(handler(request, context))).Build();

    public sealed class OnKestrelByHttpClient() : CompressionTests(Stack.Framework);

    public sealed class OnNativeByNative() : CompressionTests(Stack.Native);

    public sealed class OnKestrelByNative() : CompressionTests(Stack.NativeClientOnKestrel);

    public sealed class OnNativeByHttpClient() : CompressionTests(Stack.HttpClientOnNative);
}
