using Fathom.Subjects.Echo;
using Fathom.TestKit.Calls;
using Fathom.Transport.Calls;
using Fathom.Transport.Codecs;
using Fathom.Transport.Compression;
using Fathom.Transport.Server;
using Fathom.Wire.Grpc;
using static Fathom.FunctionalTests.Transport.Compression.CompressionSamples;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport.Compression;

/// <summary>What decides whether a message is compressed: the call, the message, and the codecs that the receiver accepts.</summary>
public abstract class CompressionChoiceTests(Stack stack)
{
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

    public sealed class OnKestrelByHttpClient() : CompressionChoiceTests(Stack.Framework);

    public sealed class OnNativeByNative() : CompressionChoiceTests(Stack.Native);

    public sealed class OnKestrelByNative() : CompressionChoiceTests(Stack.NativeClientOnKestrel);

    public sealed class OnNativeByHttpClient() : CompressionChoiceTests(Stack.HttpClientOnNative);
}
