using Fathom.FunctionalTests.Transport.Frames;
using Fathom.Subjects.Echo;
using Fathom.TestKit;
using Fathom.Transport.Server;
using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;
using static Fathom.FunctionalTests.Transport.Frames.GrpcBytes;
using static Fathom.FunctionalTests.Transport.Frames.RawClient;

namespace Fathom.FunctionalTests.Transport.Hostile;

/// <summary>A rapid reset against handlers that do not notice.</summary>
public class UnfinishedCallTests
{
    private const int Most = 20;

    [Fact]
    public void The_default_limits_are_those_of_the_page()
    {
        var options = new NativeHostOptions();
        options.Http2.MaxConcurrentStreams.ShouldBe(SecurityPage.Number("100 at a time"));
        options.EffectiveMaxUnfinishedCalls.ShouldBe(SecurityPage.Number("200 handlers"));
    }

    [Fact]
    public async Task Handlers_that_outlive_their_streams_are_bounded_and_go_on_being_served_once_they_return()
    {
        var running = 0;
        var release = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var service = new ServiceBuilder(EchoMethods.Service).Unary(EchoMethods.Unary, async (request, _) =>
        {
            Interlocked.Increment(ref running);
            await release.Task;
            Interlocked.Decrement(ref running);
            return new EchoReply { Payload = request.Payload };
        });
        await using var host = NativeHost.Start([service.Build()], new NativeHostOptions { MaxUnfinishedCalls = Most });
        using var peer = await ConnectAsync(host.Address);
        for (var i = 0; i < 3 * Most; i++)
        {
            // A call that is reset before it is handed over never has a handler: so many must have begun.
            await peer.Request(1 + 2 * i, UnaryPath).Data(1 + 2 * i, Message([]), endStream: true).FlushAsync();
            var expected = Math.Min(i + 1, Most);
            await Eventually.HoldsAsync(() => Volatile.Read(ref running) == expected, $"{expected} handlers run");
            await peer.Reset(1 + 2 * i).FlushAsync();
        }

        // One that is not reset, to be told.
        await peer.Request(1001, UnaryPath).Data(1001, Message([]), endStream: true).FlushAsync();
        (await peer.ResetAsync(1001)).ShouldBe(Http2ErrorCode.RefusedStream);
        Volatile.Read(ref running).ShouldBeLessThanOrEqualTo(Most);

        release.SetResult();
        await Eventually.HoldsAsync(() => Volatile.Read(ref running) == 0, "the handlers return");
        await peer.ServedAsync();
        await AnsweredAsync(peer, 2001);
    }

    [Fact]
    public async Task Streams_that_are_refused_so_count_as_resets()
    {
        var service = new ServiceBuilder(EchoMethods.Service).Unary(EchoMethods.Unary, async (_, _) =>
        {
            await Task.Delay(Timeout.Infinite);
            return new EchoReply();
        });
        await using var host = NativeHost.Start([service.Build()], new NativeHostOptions
        {
            MaxUnfinishedCalls = 1,
            Http2 = Http2Options.Default with { Limits = new Http2Limits { MaxResetsPerSecond = 100 } },
        });
        using var peer = await ConnectAsync(host.Address);
        await peer.Request(1, UnaryPath).Data(1, Message([]), endStream: true).FlushAsync();

        await peer.FloodAsync(10_000, i => peer.Request(3 + 2 * i, UnaryPath, endStream: true));

        (await peer.FailureAsync()).ShouldBe((Http2ErrorCode.EnhanceYourCalm, nameof(Http2Limits.MaxResetsPerSecond)));
    }

    /// <summary>A call is answered; where the host does not know yet that handlers have returned and refuses it, it is sent again (RFC 9113
    /// section 8.7).</summary>
    private static async Task AnsweredAsync(RawConnection peer, int id)
    {
        for (var last = id + 10_000; ; id += 2)
        {
            id.ShouldBeLessThan(last, "every call is refused");
            await peer.Request(id, UnaryPath).Data(id, Message([]), endStream: true).FlushAsync();
            List<RawFrame> Ends() => peer.Frames().FindAll(frame => frame.Header.StreamId == id
                && (frame.Header.Type == Http2FrameType.RstStream
                    || (frame.Header.Type == Http2FrameType.Headers && frame.Header.Has(FrameFlag.EndStream))));
            await Eventually.HoldsAsync(() => Ends().Count > 0 || peer.IsEnded, $"an end of the call on {id}");
            if (Ends().ShouldHaveSingleItem().Header.Type == Http2FrameType.Headers)
            {
                return;
            }
        }
    }
}
