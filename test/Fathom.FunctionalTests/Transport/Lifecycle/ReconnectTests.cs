using Fathom.Subjects.Echo;
using Fathom.TestKit;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport.Lifecycle;

/// <summary>gRPC doc/connection-backoff.md, on virtual time.</summary>
public sealed class ReconnectTests : IDisposable
{
    private readonly VirtualTime _time = new();
    private readonly FramePeer _peer = new();
    private readonly NativeChannel _channel;

    public ReconnectTests() => _channel = new NativeChannel(new ChannelOptions { Address = _peer.Address, TimeProvider = _time });

    [Fact]
    public async Task While_a_failed_channel_waits_its_calls_fail_at_once_and_nobody_connects()
    {
        var first = _channel.UnaryAsync(EchoMethods.Unary, Request("x"));
        await _peer.RefuseAsync();
        var failure = await FailureAsync(() => first);
        failure.StatusCode.ShouldBe(StatusCode.Unavailable);
        await Eventually.HoldsAsync(() => _time.Pending == 1, "the channel waits");

        var second = await FailureAsync(() => _channel.UnaryAsync(EchoMethods.Unary, Request("x")));

        second.Status.ShouldBe(failure.Status);
        _time.Pending.ShouldBe(1, "the wait");
        _peer.IsAwaited.ShouldBeFalse();
    }

    [Fact]
    public async Task Calls_that_wait_for_ready_wait_longer_and_longer_and_are_answered_in_the_end()
    {
        var call = _channel.UnaryAsync(EchoMethods.Unary, Request("x"), new CallOptions { WaitForReady = true });
        foreach (var seconds in new[] { 1, 1.6, 2.56 })
        {
            await _peer.RefuseAsync();
            await Eventually.HoldsAsync(() => _time.Pending == 1, "the channel waits");

            // A fifth more or less is left to chance.
            _time.Advance(TimeSpan.FromSeconds(seconds * 0.79));
            _time.Pending.ShouldBe(1, $"{seconds} s are not over");
            _time.Advance(TimeSpan.FromSeconds(seconds * 0.42));
            _time.Pending.ShouldBe(0, $"{seconds} s are over");
        }

        using var connection = await _peer.AcceptAsync();
        await connection.AnswerAsync(await connection.NextRequestAsync());

        await call;
    }

    [Fact]
    public async Task A_connection_that_served_and_broke_is_replaced_without_a_wait()
    {
        var first = _channel.UnaryAsync(EchoMethods.Unary, Request("x"));
        using (var connection = await _peer.AcceptAsync())
        {
            await connection.AnswerAsync(await connection.NextRequestAsync());
            await first;
        }

        // The channel learns of the end from its socket; a call that comes before is lost with it, and says so.
        var accepting = _peer.AcceptAsync();
        while (!accepting.IsCompleted)
        {
            await Task.WhenAny(_channel.UnaryAsync(EchoMethods.Unary, Request("x")), accepting);
        }

        using var next = await accepting;
        _time.Pending.ShouldBe(0, "nobody waited");
    }

    [Fact]
    public async Task A_server_that_ends_connections_before_it_answers_a_call_gets_a_second_at_once_and_further_ones_after_the_wait()
    {
        var call = _channel.UnaryAsync(EchoMethods.Unary, Request("x"), new CallOptions { WaitForReady = true });
        await _peer.EndAfterSettingsAsync();
        foreach (var seconds in new[] { 1, 1.6, 2.56 })
        {
            await _peer.EndAfterSettingsAsync();
            await Eventually.HoldsAsync(() => _time.Pending == 1, "the channel waits");
            _peer.IsAwaited.ShouldBeFalse();
            _time.Advance(TimeSpan.FromSeconds(seconds * 0.77));
            _time.Pending.ShouldBe(1, $"{seconds} s are not over");

            // The next wait counts from the attempt, which begins within a step.
            for (var steps = 0; _time.Pending == 1; steps++)
            {
                steps.ShouldBeLessThan(45, $"{seconds} s are over");
                _time.Advance(TimeSpan.FromSeconds(seconds * 0.01));
            }
        }

        using var connection = await _peer.AcceptAsync();
        await connection.AnswerAsync(await connection.NextRequestAsync());
        await call;
    }

    [Fact]
    public async Task Meanwhile_calls_fail_at_once()
    {
        var waiting = _channel.UnaryAsync(EchoMethods.Unary, Request("x"), new CallOptions { WaitForReady = true });
        await _peer.EndAfterSettingsAsync();
        await _peer.EndAfterSettingsAsync();
        await Eventually.HoldsAsync(() => _time.Pending == 1, "the channel waits");

        var failure = await FailureAsync(() => _channel.UnaryAsync(EchoMethods.Unary, Request("x")));

        failure.StatusCode.ShouldBe(StatusCode.Unavailable);
        failure.Status.Detail.ShouldStartWith($"Lost the connection to {_peer.Address}: ");
        waiting.IsCompleted.ShouldBeFalse();
    }

    [Fact]
    public async Task The_wait_counts_from_the_start_of_the_attempt()
    {
        var call = _channel.UnaryAsync(EchoMethods.Unary, Request("x"), new CallOptions { WaitForReady = true });
        await _peer.EndAfterSettingsAsync();
        using (var idle = await _peer.AcceptAsync(maxStreams: 0))
        {
            _time.Advance(TimeSpan.FromSeconds(1.3));
        }

        using var connection = await _peer.AcceptAsync();
        await connection.AnswerAsync(await connection.NextRequestAsync());
        await call;
        _time.Pending.ShouldBe(0);
    }

    public void Dispose()
    {
        _channel.Dispose();
        _peer.Dispose();
    }
}
