using System.Runtime.InteropServices;
using Fathom.TestKit;
using Fathom.TestKit.Calls;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;

namespace Fathom.FunctionalTests.Mediator.Requests;

/// <summary>Requests between two nodes on real sockets.</summary>
public class RequestTests
{
    private static readonly Ping Ping = new("hello"u8.ToArray());

    [Fact]
    public async Task A_request_goes_where_the_settings_say_and_else_to_its_own_node()
    {
        var (sender, red) = TestNode.Pair();
        await using var one = sender;
        await using var two = red;
        await using var alone = TestNode.Start("alone", null);

        (await sender.Mediator.SendAsync(Ping)).Node.ShouldBe("red");
        (await red.Mediator.SendAsync(Ping)).Node.ShouldBe("red");
        (await alone.Mediator.SendAsync(Ping)).Node.ShouldBe("alone");
        sender.Node.Remotes.Single().ConnectionsOpened.ShouldBe(1);
    }

    [Fact]
    public async Task Ten_mebibytes_there_and_back_are_the_same()
    {
        var (sender, red) = TestNode.Pair(s => s.Grpc.MaxMessageSize = 11 << 20, s => s.Grpc.MaxMessageSize = 11 << 20);
        await using var one = sender;
        await using var two = red;
        var payload = Transport.Messages.Pattern(10 << 20);

        var pong = await sender.Mediator.SendAsync(new Ping(payload), Patience.Context());

        pong.Payload.Span.SequenceEqual(payload).ShouldBeTrue();
    }

    [Fact]
    public async Task A_large_payload_is_part_of_the_memory_its_message_came_in_and_stays_though_more_comes()
    {
        var (sender, red) = TestNode.Pair();
        await using var one = sender;
        await using var two = red;
        var payload = Transport.Messages.Pattern(1 << 20);

        var pong = await sender.Mediator.SendAsync(new Ping(payload), Patience.Context());
        for (var i = 0; i < 8; i++)
        {
            await sender.Mediator.SendAsync(new Ping(new byte[1 << 20]), Patience.Context());
        }

        pong.Payload.Span.SequenceEqual(payload).ShouldBeTrue();
        MemoryMarshal.TryGetArray(pong.Payload, out var part).ShouldBeTrue();
        part.Array!.Length.ShouldBeInRange(payload.Length + 1, payload.Length + 100, "the message around it, and no array of a pool");
    }

    [Theory]
    [InlineData("lz4")]
    [InlineData("gzip")]
    public async Task Compressed_messages_are_the_same(string codec)
    {
        var (sender, red) = TestNode.Pair(Compress, Compress);
        await using var one = sender;
        await using var two = red;
        var payload = new byte[1 << 20];

        (await sender.Mediator.SendAsync(new Ping(payload))).Payload.Span.SequenceEqual(payload).ShouldBeTrue();

        void Compress(Fathom.Mediator.Settings.MediatorSettings settings)
        {
            settings.Grpc.Compression.Codec = codec;
            settings.Grpc.Compression.Mode = Fathom.Mediator.Settings.CompressionMode.Always;
        }
    }

    [Fact]
    public async Task Each_request_type_is_a_gRPC_method_that_any_client_may_call()
    {
        await using var red = TestNode.Start("red", FreePort.Next());
        await using var channel = new NativeChannel(new ChannelOptions { Address = red.Node.Address! });
        var method = new Method<byte[], byte[]>(
            MethodKind.Unary, "Fathom.FunctionalTests.Mediator.PingHandler", "Send", new BytesMarshaller(), new BytesMarshaller());

        (await channel.UnaryAsync(method, [0x0A, 1, 42])).ShouldBe([0x0A, 1, 42, 0x12, 3, (byte)'r', (byte)'e', (byte)'d']);
        (await Should.ThrowAsync<RpcException>(() => channel.UnaryAsync(method, [0x0A, 2, 42]))).StatusCode.ShouldBe(
            StatusCode.InvalidArgument);
    }

    [Fact]
    public async Task Behaviours_run_around_sending_and_around_handling_in_the_order_of_their_registration()
    {
        var trail = new Trail();
        var (sender, red) = TestNode.Pair(
            configureSender: b => b.AddBehavior(trail.Leave("not here")).AddSendingBehavior(trail.Leave("s1")).AddSendingBehavior<Ping,
                Pong>(new Trail.Step<Ping, Pong>(trail, "s2")),
            configureRed: b => b.AddBehavior(trail.Leave("h1")).AddBehavior(trail.Leave("h2")).AddSendingBehavior(trail.Leave("nor here")));
        await using var one = sender;
        await using var two = red;

        await sender.Mediator.SendAsync(Ping);

        trail.Steps.ShouldBe(["s1+", "s2+", "h1+", "h2+", "h2-", "h1-", "s2-", "s1-"]);
    }
}
