using Fathom.Subjects.Echo;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;
using Fathom.Wire.Http2.Framing;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport.Lifecycle;

/// <summary>gRPC proposal A6: a call that the server is known not to have seen is sent once more, unless the server says
/// otherwise.</summary>
public sealed class TransparentRetryTests : IDisposable
{
    private const int RefusedStream = 7;
    private const int Cancel = 8;

    private readonly FramePeer _peer = new();
    private readonly NativeChannel _channel;

    public TransparentRetryTests() => _channel = new NativeChannel(new ChannelOptions { Address = _peer.Address });

    [Fact]
    public async Task A_call_that_was_refused_is_sent_once_more()
    {
        var call = _channel.UnaryAsync(EchoMethods.Unary, Request("x"), Within(30));
        using var connection = await _peer.AcceptAsync();

        await connection.ResetAsync(await connection.NextRequestAsync(), RefusedStream);
        await connection.AnswerAsync(await connection.NextRequestAsync());

        await call;
    }

    [Fact]
    public async Task One_that_is_refused_again_fails()
    {
        var call = _channel.UnaryAsync(EchoMethods.Unary, Request("x"), Within(30));
        using var connection = await _peer.AcceptAsync();

        await connection.ResetAsync(await connection.NextRequestAsync(), RefusedStream);
        await connection.ResetAsync(await connection.NextRequestAsync(), RefusedStream);

        (await FailureAsync(() => call)).StatusCode.ShouldBe(StatusCode.Unavailable);
    }

    [Fact]
    public async Task A_stream_of_requests_that_was_refused_before_its_first_is_sent_once_more()
    {
        using var call = _channel.Start(EchoMethods.ClientStream, Within(30));
        using var connection = await _peer.AcceptAsync();
        await connection.ResetAsync((await connection.NextAsync(Http2FrameType.Headers)).Header.StreamId, RefusedStream);

        var again = (await connection.NextAsync(Http2FrameType.Headers)).Header.StreamId;
        await call.WriteAsync(Request("x"));
        await call.CompleteAsync();
        await connection.NextAsync(Http2FrameType.Data);
        await connection.AnswerAsync(again);

        (await call.MoveNextAsync()).ShouldBeTrue();
    }

    [Fact]
    public async Task One_that_was_refused_after_its_first_fails()
    {
        using var call = _channel.Start(EchoMethods.ClientStream, Within(30));
        using var connection = await _peer.AcceptAsync();
        await call.WriteAsync(Request("x"));
        await connection.ResetAsync((await connection.NextAsync(Http2FrameType.Data)).Header.StreamId, RefusedStream);

        (await FailureAsync(async () => await call.MoveNextAsync())).StatusCode.ShouldBe(StatusCode.Unavailable);
    }

    [Fact]
    public async Task One_that_the_server_may_have_seen_is_not_sent_again()
    {
        var call = _channel.UnaryAsync(EchoMethods.Unary, Request("x"), Within(30));
        using var connection = await _peer.AcceptAsync();

        await connection.ResetAsync(await connection.NextRequestAsync(), Cancel);

        (await FailureAsync(() => call)).StatusCode.ShouldBe(StatusCode.Cancelled);
    }

    [Fact]
    public async Task A_connection_that_breaks_takes_its_call_along()
    {
        var call = _channel.UnaryAsync(EchoMethods.Unary, Request("x"), Within(30));
        using (var connection = await _peer.AcceptAsync())
        {
            await connection.NextRequestAsync();
        }

        var failure = await FailureAsync(() => call);
        failure.StatusCode.ShouldBe(StatusCode.Unavailable);
        failure.Status.Detail.ShouldStartWith($"Lost the connection to {_peer.Address}: ");
    }

    [Fact]
    public async Task What_GOAWAY_leaves_out_is_sent_on_another_connection_and_the_rest_ends_on_the_old()
    {
        var seen = _channel.UnaryAsync(EchoMethods.Unary, Request("seen"), Within(30));
        using var old = await _peer.AcceptAsync();
        var first = await old.NextRequestAsync();
        var unseen = _channel.UnaryAsync(EchoMethods.Unary, Request("unseen"), Within(30));
        await old.NextRequestAsync();

        await old.GoAwayAsync(first, 0);
        using var @new = await _peer.AcceptAsync();
        await @new.AnswerAsync(await @new.NextRequestAsync());
        await unseen;
        seen.IsCompleted.ShouldBeFalse();

        await old.AnswerAsync(first);
        await seen;
        _channel.ConnectionsOpened.ShouldBe(2);
    }

    [Fact]
    public async Task After_GOAWAY_new_calls_have_a_new_connection()
    {
        var call = _channel.UnaryAsync(EchoMethods.Unary, Request("x"), Within(30));
        using var old = await _peer.AcceptAsync();
        var stream = await old.NextRequestAsync();
        await old.GoAwayAsync(int.MaxValue, 0);
        await old.AnswerAsync(stream);
        await call;

        var next = _channel.UnaryAsync(EchoMethods.Unary, Request("x"), Within(30));
        using var @new = await _peer.AcceptAsync();
        await @new.AnswerAsync(await @new.NextRequestAsync());

        await next;
    }

    public void Dispose()
    {
        _channel.Dispose();
        _peer.Dispose();
    }
}
