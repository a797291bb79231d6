using Fathom.Wire.Hpack;
using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;
using Fathom.Wire.Http2.Streams;
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

        // GET / over http, 42 + 43 + 38 bytes as they are counted, and one field of 33 bytes and its value.
        const int Rest = 2000 - 42 - 43 - 38 - 33;
        peer.Frame(Headers, EndHeaders, 1, [0x82, 0x86, 0x84, .. Literal(0x00, Rest)]);
        peer.ExpectNoError();
        peer.Frame(Headers, EndHeaders, 3, [0x82, 0x86, 0x84, .. Literal(0x40, Rest + 1)]);
        peer.ExpectStreamError(3, Http2ErrorCode.EnhanceYourCalm);
        peer.Events.Of("headers").ShouldBe(["headers 1 Request"]);
        peer.Frame(Headers, EndHeaders, 5, [0x82, 0x86, 0x84, 0xbe]);
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
        byte[] bomb = [0x82, 0x86, 0x84, .. Literal(0x40, 3000), .. Enumerable.Repeat((byte)0xbe, 60_000)];
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
        var served = RawPeer.OfServer(options).Frame(Headers, EndHeaders, 1, [.. SizeUpdate(100), 0x82, 0x86, 0x84]);
        served.ExpectNoError();

        // 67 + 33 bytes fit in the table and are found there; a byte more are not.
        served.Frame(Headers, EndHeaders, 3, [0x82, 0x86, 0x84, .. Literal(0x40, 67)])
            .Frame(Headers, EndHeaders, 5, 0x82, 0x86, 0x84, 0xbe);
        served.ExpectNoError();
        served.Frame(Headers, EndHeaders, 7, [0x82, 0x86, 0x84, .. Literal(0x40, 68)])
            .Frame(Headers, EndHeaders, 9, 0x82, 0x86, 0x84, 0xbe);
        served.ExpectConnectionError(Http2ErrorCode.CompressionError);
        RawPeer.OfServer(options).Frame(Headers, EndHeaders, 1, [.. SizeUpdate(101), 0x82, 0x86, 0x84])
            .ExpectConnectionError(Http2ErrorCode.CompressionError);
    }

    [Fact]
    public void MaxRememberedStreams_is_as_many_as_are_remembered_and_of_others_late_frames_are_discarded()
    {
        var peer = RawPeer.OfServer(new Http2Options { Limits = new Http2Limits { MaxRememberedStreams = 3 } });
        peer.Request(1).Rst(1, Http2ErrorCode.Cancel);
        for (var id = 3; id <= 9; id += 2)
        {
            peer.Request(id);
            peer.Engine.Reset(peer.Events.Streams[id], Http2ErrorCode.Cancel);
        }

        peer.Read();

        // 3 is forgotten; with it, that 1 was no stream to be late on.
        peer.Data(9, 1).Data(5, 1).Data(3, 1).Data(1, 1).ExpectNoError();
        var remembering = RawPeer.OfServer().Request(1).Rst(1, Http2ErrorCode.Cancel).Data(1, 1);
        remembering.ExpectConnectionError(Http2ErrorCode.StreamClosed);
    }

    [Fact]
    public void MaxRememberedStreams_bounds_what_is_kept_of_streams_reset_and_skipped()
    {
        var past = new ClosedStreamHistory(50);
        for (var id = 1; id < 40_000; id += 4)
        {
            past.AddOpened(id - 4, id);
            past.AddReset(id);
            past.Count.ShouldBeLessThanOrEqualTo(100);
        }

        (past.Find(39_997), past.Find(39_995), past.Find(1))
            .ShouldBe((ClosedStreamKind.Reset, ClosedStreamKind.Skipped, ClosedStreamKind.Reset));
    }

    /// <summary>A request whose block has so many bytes, none of which touch the table.</summary>
    private static byte[] BlockOf(int bytes)
    {
        byte[] fixedPart = [0x82, 0x86, 0x84];
        for (var value = bytes - fixedPart.Length - 9; ; value++)
        {
            byte[] block = [.. fixedPart, .. Literal(0x00, value)];
            if (block.Length == bytes)
            {
                return block;
            }
        }
    }

    /// <summary>A field named x whose value has so many bytes.</summary>
    private static byte[] Literal(byte form, int value)
    {
        var length = new byte[HpackInteger.MaxLength];
        var digits = HpackInteger.Write(length, 0, 7, value);
        return [form, 1, (byte)'x', .. length[..digits], .. Enumerable.Repeat((byte)'a', value)];
    }

    private static byte[] SizeUpdate(int size)
    {
        var bytes = new byte[HpackInteger.MaxLength];
        return bytes[..HpackInteger.Write(bytes, 0x20, 5, size)];
    }

    private static void Send(RawPeer peer, int id, byte[] block, int continuations)
    {
        var part = block.Length / (continuations + 1);
        peer.Frame(Headers, continuations == 0 ? EndHeaders : (byte)0, id, continuations == 0 ? block : block[..part]);
        for (var i = 1; i <= continuations && !peer.Engine.IsEnded; i++)
        {
            var isLast = i == continuations;
            peer.Frame(Continuation, isLast ? EndHeaders : (byte)0, id, isLast ? block[(i * part)..] : block[(i * part)..((i + 1) * part)]);
        }
    }
}
