using Fathom.Subjects.Echo;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;
using Fathom.Wire.Http2.Framing;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport.Lifecycle;

/// <summary>gRPC doc/keepalive.md, at the client.</summary>
public sealed class KeepAliveTests
{
    private static readonly TimeSpan Time = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(20);
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    // A call that waits for the server's SETTINGS: once it has arrived, so have they.
    private static readonly CallOptions Ready = new() { WaitForReady = true };

    [Fact]
    public async Task A_server_that_is_silent_for_too_long_ends_the_call_and_the_detail_says_so()
    {
        var loop = new ManualLoop();
        using var peer = new FramePeer();
        using var channel = Channel(peer, Time, loop);
        var call = channel.UnaryAsync(EchoMethods.Unary, Request("x"), Ready);
        using var connection = await peer.AcceptAsync();
        await connection.NextRequestAsync();

        await loop.AdvanceAsync(Time + Second);
        var ping = await connection.NextAsync(Http2FrameType.Ping);
        ping.Payload.Length.ShouldBe(8);
        await loop.AdvanceAsync(Timeout - Second);
        call.IsCompleted.ShouldBeFalse();
        await loop.AdvanceAsync(2 * Second);

        var failure = await FailureAsync(() => call.WaitAsync(Patience));
        failure.StatusCode.ShouldBe(StatusCode.Unavailable);
        failure.Status.Detail.ShouldBe($"Lost the connection to {peer.Address}: no answer to a keepalive PING in time");
    }

    [Fact]
    public async Task A_server_that_answers_PINGs_may_take_as_long_as_it_likes()
    {
        using var peer = new FramePeer();
        using var channel = Channel(peer, TimeSpan.FromMilliseconds(10));
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
        var loop = new ManualLoop();
        using var peer = new FramePeer();
        using var channel = Channel(peer, Time, loop);
        var lost = channel.UnaryAsync(EchoMethods.Unary, Request("x"), Ready);
        using var dead = await peer.AcceptAsync();
        await dead.NextRequestAsync();
        await loop.AdvanceAsync(Time + Timeout + 2 * Second);
        await FailureAsync(() => lost.WaitAsync(Patience));

        var call = channel.UnaryAsync(EchoMethods.Unary, Request("x"));
        using var connection = await peer.AcceptAsync();
        await connection.AnswerAsync(await connection.NextRequestAsync());

        await call;
        channel.ConnectionsOpened.ShouldBe(2);
    }

    private static NativeChannel Channel(FramePeer peer, TimeSpan time, ManualLoop? loop = null) => new(new NativeChannelOptions
    {
        Address = peer.Address,
        KeepAliveTime = time,
        KeepAliveTimeout = Timeout,
        Loop = loop?.Loop,
    });
}
