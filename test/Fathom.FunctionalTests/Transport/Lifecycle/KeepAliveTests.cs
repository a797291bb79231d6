using Fathom.Subjects.Echo;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;
using Fathom.Wire.Http2.Framing;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport.Lifecycle;

/// <summary>gRPC doc/keepalive.md, at the client.</summary>
public sealed class KeepAliveTests
{
    // So much later, in ms, a peer of these tests has sent its SETTINGS on a busy machine as well; a connection that is lost before says
    // something else.
    private const int Settled = 3_000;

    [Fact]
    public async Task A_server_that_is_silent_for_too_long_ends_the_call_and_the_detail_says_so()
    {
        using var peer = new FramePeer();
        using var channel = new NativeChannel(Options(peer.Address, time: Settled, timeout: 40));
        var call = channel.UnaryAsync(EchoMethods.Unary, Request("x"));
        using var connection = await peer.AcceptAsync();

        var ping = await connection.NextAsync(Http2FrameType.Ping);
        ping.Payload.Length.ShouldBe(8);

        var failure = await FailureAsync(() => call);
        failure.StatusCode.ShouldBe(StatusCode.Unavailable);
        failure.Status.Detail.ShouldBe($"Lost the connection to {peer.Address}: no answer to a keepalive PING in time");
    }

    [Fact]
    public async Task A_server_that_answers_PINGs_may_take_as_long_as_it_likes()
    {
        using var peer = new FramePeer();
        using var channel = new NativeChannel(Options(peer.Address, time: 10, timeout: 20_000));
        var call = channel.UnaryAsync(EchoMethods.Unary, Request("x"));
        using var connection = await peer.AcceptAsync();
        var stream = await connection.NextRequestAsync();

        for (var i = 0; i < 5; i++)
        {
            await connection.AnswerPingAsync(await connection.NextAsync(Http2FrameType.Ping));
        }

        call.IsCompleted.ShouldBeFalse();
        await connection.AnswerAsync(stream);
        (await call).Text().ShouldBe("");
    }

    [Fact]
    public async Task The_next_call_has_a_new_connection()
    {
        using var peer = new FramePeer();
        using var channel = new NativeChannel(Options(peer.Address, time: Settled, timeout: 2_000));
        var lost = channel.UnaryAsync(EchoMethods.Unary, Request("x"));
        using var dead = await peer.AcceptAsync();
        await FailureAsync(() => lost);

        var call = channel.UnaryAsync(EchoMethods.Unary, Request("x"));
        using var connection = await peer.AcceptAsync();
        connection.AnswersPings = true;
        await connection.AnswerAsync(await connection.NextRequestAsync());

        await call;
        channel.ConnectionsOpened.ShouldBe(2);
    }

    private static NativeChannelOptions Options(Uri address, int time, int timeout) => new()
    {
        Address = address,
        KeepAliveTime = TimeSpan.FromMilliseconds(time),
        KeepAliveTimeout = TimeSpan.FromMilliseconds(timeout),
    };
}
