using Fathom.Subjects.Echo;
using Fathom.TestKit.Calls;
using Fathom.TestKit.Codecs;
using Fathom.Transport.Calls;
using Fathom.Transport.Compression;
using Fathom.Transport.Server;
using Fathom.Wire.Grpc;
using static Fathom.FunctionalTests.Transport.Compression.CompressionSamples;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport.Compression;

/// <summary>Compressed messages that become too large, or cannot be decompressed.</summary>
public abstract class DecompressionTests(Stack stack)
{
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

    public sealed class OnKestrelByHttpClient() : DecompressionTests(Stack.Framework);

    public sealed class OnNativeByNative() : DecompressionTests(Stack.Native);

    public sealed class OnKestrelByNative() : DecompressionTests(Stack.NativeClientOnKestrel);

    public sealed class OnNativeByHttpClient() : DecompressionTests(Stack.HttpClientOnNative);
}
