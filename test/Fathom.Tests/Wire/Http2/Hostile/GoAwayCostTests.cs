using Fathom.Wire.Hpack;
using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;

namespace Fathom.Tests.Wire.Http2.Hostile;

/// <summary>A server that sends GOAWAY again and again to a client with many streams.</summary>
public sealed class GoAwayCostTests
{
    private static readonly HeaderList Request = new HeaderList().Add(":method"u8, "POST"u8).Add(":scheme"u8, "http"u8)
        .Add(":path"u8, "/p.S/M"u8).Add(":authority"u8, "a"u8);

    [Fact]
    public void One_that_changes_nothing_costs_the_same_however_many_streams_there_are()
    {
        var one = CostOf(streams: 1);

        CostOf(streams: 1000).ShouldBeLessThan(2 * one + 10_000);
    }

    // Bytes that a hundred of them allocate.
    private static long CostOf(int streams)
    {
        using var engine = new Http2Connection(Http2Role.Client, Http2Options.Default, new CountingEvents());
        engine.Start(0);
        engine.Receive(new Conversation().Append(
            Http2FrameType.Settings, 0, 0, [0, (byte)Http2SettingId.MaxConcurrentStreams, .. RawPeer.UInt32(100_000)]).ToArray(), 0);
        for (var i = 0; i < streams; i++)
        {
            engine.TryOpenStream(null, Request, endStream: false).ShouldNotBeNull();
            engine.AdvanceOutput(engine.Output.Front.Length);
        }

        Send(engine, 1);
        var before = GC.GetAllocatedBytesForCurrentThread();
        Send(engine, 100);
        var cost = GC.GetAllocatedBytesForCurrentThread() - before;
        (engine.StreamCount, engine.IsEnded).ShouldBe((streams, false));
        return cost;
    }

    private static void Send(Http2Connection engine, int count) => engine.Receive(
        [.. Enumerable.Repeat<byte[]>([0, 0, 8, (byte)Http2FrameType.GoAway, 0, 0, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 0], count)
            .SelectMany(frame => frame)], 0);
}
