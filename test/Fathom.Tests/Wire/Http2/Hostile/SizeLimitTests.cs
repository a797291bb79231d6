using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;
using static Fathom.Tests.Wire.Http2.Hostile.HeaderBlocks;
using static Fathom.Wire.Http2.Framing.Http2FrameType;

namespace Fathom.Tests.Wire.Http2.Hostile;

/// <summary>What a peer may not make larger, or longer: exactly the limit is served, and a byte, a frame or an entry more is not.</summary>
public sealed class SizeLimitTests
{
    private const byte EndHeaders = FrameFlag.EndHeaders;

    /// <summary>The limits that are held here.</summary>
    internal static readonly string[] Limits =
    [
        nameof(Http2Limits.MaxHeaderBlockBytes), nameof(Http2Limits.MaxContinuationFrames), nameof(Http2Limits.MaxHeaderListSize),
        nameof(Http2Limits.MaxHeaderTableSize), nameof(Http2Limits.MaxRememberedStreams),
    ];

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(4)]
    public void MaxHeaderBlockBytes_counts_HEADERS_and_CONTINUATION_together(int continuations)
    {
        var options = new Http2Options { Limits = new Http2Limits { MaxHeaderBlockBytes = 1000 } };
        var served = RawPeer.OfServer(options);
        Send(served, 1, BlockOf(1000), continuations);
        Send(served, 3, BlockOf(1000), continuations);
        served.ExpectNoError();
        served.Events.Of("headers").Count().ShouldBe(2);
        var refused = RawPeer.OfServer(options);
        Send(refused, 1, BlockOf(1001), continuations);
        refused.ExpectConnectionError(Http2ErrorCode.EnhanceYourCalm);
        refused.Events.ConnectionEnd!.Value.Reason.ShouldBe(nameof(Http2Limits.MaxHeaderBlockBytes));
    }

    [Fact]
    public void MaxContinuationFrames_ends_a_block_that_never_ends()
    {
        var options = new Http2Options { Limits = new Http2Limits { MaxContinuationFrames = 8 } };
        var served = RawPeer.OfServer(options);
        Send(served, 1, BlockOf(500), 8);
        served.ExpectNoError();
        served.Events.Of("headers").Count().ShouldBe(1);
        var refused = RawPeer.OfServer(options);
        Send(refused, 1, BlockOf(500), 9);
        refused.ExpectConnectionError(Http2ErrorCode.EnhanceYourCalm);
        refused.Events.ConnectionEnd!.Value.Reason.ShouldBe(nameof(Http2Limits.MaxContinuationFrames));
    }

    [Fact]
    public void MaxHeaderListSize_costs_the_stream_only_and_the_table_stays_right()
    {
        var options = new Http2Options { Limits = new Http2Limits { MaxHeaderListSize = 2000 } };
        var peer = RawPeer.OfServer(options);

        // And one field of 33 bytes and its value.
        const int Rest = 2000 - 42 - 43 - 38 - 43 - 33;
        peer.Frame(Headers, EndHeaders, 1, [.. Get, .. Literal(0x00, Rest)]);
        peer.ExpectNoError();
        peer.Frame(Headers, EndHeaders, 3, [.. Get, .. Literal(0x40, Rest + 1)]);
        peer.ExpectStreamError(3, Http2ErrorCode.EnhanceYourCalm);
        peer.Events.Of("headers").ShouldBe(["headers 1 Request"]);
        peer.Frame(Headers, EndHeaders, 5, [.. Get, 0xbe]);
        peer.ExpectStreamError(5, Http2ErrorCode.EnhanceYourCalm);
        peer.Read();
        peer.Request(7, true).ExpectNoError();
        peer.Events.Lines.ShouldContain("headers 7 Request end");
    }

    [Fact]
    public void MaxHeaderListSize_bounds_what_a_bomb_can_make_of_a_few_bytes()
    {
        // One entry of 3,000 bytes, named 60,000 times in one block: 180 MB, were they passed on.
        var events = new CountingEvents();
        using var engine = new Http2Connection(Http2Role.Server, Http2Options.Default, events);
        engine.Start(0);
        byte[] bomb = [.. Get, .. Literal(0x40, 3000), .. Enumerable.Repeat((byte)0xbe, 60_000)];
        var bytes = Conversation.Start().Append(Headers, 0, 1, bomb[..16_000]).Append(Continuation, 0, 1, bomb[16_000..32_000])
            .Append(Continuation, 0, 1, bomb[32_000..48_000]).Append(Continuation, EndHeaders, 1, bomb[48_000..]).ToArray();
        var before = GC.GetAllocatedBytesForCurrentThread();
        engine.Receive(bytes, 0);
        (GC.GetAllocatedBytesForCurrentThread() - before).ShouldBeLessThan(300_000);
        events.FieldBytes.ShouldBeLessThanOrEqualTo(Http2Limits.Default.MaxHeaderListSize);
        events.Ends.ShouldBe([new Http2StreamEnd(Http2StreamEndKind.PeerViolation, Http2ErrorCode.EnhanceYourCalm)]);
        engine.IsEnded.ShouldBeFalse();
    }

    [Fact]
    public void MaxHeaderTableSize_is_as_large_as_the_table_can_be_made()
    {
        var options = new Http2Options { Limits = new Http2Limits { MaxHeaderTableSize = 100 } };
        var served = RawPeer.OfServer(options).Frame(Headers, EndHeaders, 1, [.. SizeUpdate(100), .. Get]);
        served.ExpectNoError();

        // 67 + 33 bytes fit in the table and are found there; a byte more are not.
        served.Frame(Headers, EndHeaders, 3, [.. Get, .. Literal(0x40, 67)])
            .Frame(Headers, EndHeaders, 5, [.. Get, 0xbe]);
        served.ExpectNoError();
        served.Frame(Headers, EndHeaders, 7, [.. Get, .. Literal(0x40, 68)])
            .Frame(Headers, EndHeaders, 9, [.. Get, 0xbe]);
        served.ExpectConnectionError(Http2ErrorCode.CompressionError);
        RawPeer.OfServer(options).Frame(Headers, EndHeaders, 1, [.. SizeUpdate(101), .. Get])
            .ExpectConnectionError(Http2ErrorCode.CompressionError);
    }

    [Fact]
    public void Field_blocks_that_nothing_reads_end_the_connection_where_they_are_written()
    {
        var peer = RawPeer.OfServer(new Http2Options { Limits = new Http2Limits { MaxPendingOutputBytes = 50_000 } });
        var value = Enumerable.Repeat((byte)'~', 10_000).ToArray();
        var large = new Fathom.Wire.Hpack.HeaderList().Add(":status"u8, "200"u8).Add("x"u8, value);
        for (var i = 0; i < 10; i++)
        {
            peer.Request(1 + (2 * i), true);
        }

        for (var i = 0; i < 10 && !peer.Engine.IsEnded; i++)
        {
            peer.Engine.WriteHeaders(peer.Events.Streams[1 + (2 * i)], null, large, endStream: false);
        }

        peer.Engine.IsEnded.ShouldBeTrue("no frame of the peer followed");
        peer.Events.ConnectionEnd!.Value.Reason.ShouldBe(nameof(Http2Limits.MaxPendingOutputBytes));
    }
}
