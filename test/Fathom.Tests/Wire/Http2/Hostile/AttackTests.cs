using System.Reflection;
using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;

namespace Fathom.Tests.Wire.Http2.Hostile;

/// <summary>Whatever a peer does too often ends its connection with ENHANCE_YOUR_CALM, one time too many and not before, and costs bounded
/// memory.</summary>
public sealed class AttackTests
{
    public static TheoryData<string, Enum> Cases
    {
        get
        {
            var cases = new TheoryData<string, Enum>();
            foreach (var attack in Attacks.All)
            {
                cases.Add(attack.ToString(), Http2Role.Server);
                if (attack.OfBothRoles)
                {
                    cases.Add(attack.ToString(), Http2Role.Client);
                }
            }

            return cases;
        }
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public void Just_below_the_limit_is_served_and_one_more_ends_the_connection(string name, Enum side)
    {
        var role = (Http2Role)side;
        var attack = Find(name);
        var peer = attack.Against(role);
        var count = 0;
        for (var second = 0; second < 3; second++)
        {
            for (var i = 0; i < attack.Allowed; i++)
            {
                attack.Do(peer, count++);
            }

            peer.Engine.IsEnded.ShouldBeFalse(peer.Events.ConnectionEnd?.Reason);
            peer.Read();
            peer.Now += 1000;
        }

        peer.Frame(Http2FrameType.Ping, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8);
        peer.Read().ShouldContain(frame => frame.Type == Http2FrameType.Ping && frame.Header.Has(FrameFlag.Ack),
            "a peer below the limit is served");
        peer.Now += 1000;
        for (var i = 0; i <= attack.Allowed; i++)
        {
            peer.Engine.IsEnded.ShouldBeFalse("ended too soon");
            attack.Do(peer, count++);
        }

        peer.ExpectConnectionError(Http2ErrorCode.EnhanceYourCalm);
        peer.Events.ConnectionEnd!.Value.Reason.ShouldBe(attack.Reason);
        peer.Engine.Output.AllocatedBytes.ShouldBe(0);
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public void Whoever_never_reads_is_cut_off_before_much_is_kept(string name, Enum side)
    {
        var role = (Http2Role)side;
        var attack = Find(name);
        var limits = Attacks.Bearing(attack.Options.Limits) with { MaxPendingOutputBytes = 50_000 };
        var peer = attack.Against(role, attack.Options with { Limits = limits });
        for (var i = 0; i < 6000 && !peer.Engine.IsEnded; i++)
        {
            attack.Do(peer, i);

            // Beyond the limit: the answer to one more frame, GOAWAY, and what of a segment is not used.
            peer.Engine.Output.AllocatedBytes.ShouldBeLessThanOrEqualTo(limits.MaxPendingOutputBytes + 64 * 1024);
        }

        if (peer.Engine.IsEnded)
        {
            peer.Events.ConnectionEnd!.Value.ShouldBe(
                new Http2ConnectionEnd(false, Http2ErrorCode.EnhanceYourCalm, nameof(Http2Limits.MaxPendingOutputBytes)));
        }
        else
        {
            peer.Engine.Output.Length.ShouldBeLessThan(1000, "an attack that provokes an answer each time is cut off");
        }
    }

    [Fact]
    public void Every_limit_has_its_case()
    {
        var limits = typeof(Http2Limits).GetProperties(BindingFlags.Public | BindingFlags.Instance).Select(property => property.Name);
        Attacks.All.Select(attack => attack.Limit).Concat(SizeLimitTests.Limits).Distinct().Order(StringComparer.Ordinal)
            .ShouldBe(limits.Order(StringComparer.Ordinal));
    }

    [Fact]
    public void Window_updates_that_are_worth_a_frame_are_never_too_many()
    {
        var peer = RawPeer.OfServer(new Http2Options { Limits =
            new Http2Limits { MaxTinyWindowUpdatesPerSecond = 1, TinyWindowUpdate = 100 } });
        for (var i = 0; i < 5000; i++)
        {
            peer.WindowUpdate(0, 100);
        }

        peer.ExpectNoError();
    }

    [Fact]
    public void DATA_that_was_sent_pays_for_a_PING_and_ten_tiny_window_updates()
    {
        var peer = RawPeer.OfServer(new Http2Options { Limits =
            new Http2Limits { MaxTinyWindowUpdatesPerSecond = 5, MaxPingsPerSecond = 2 } });
        peer.Request(1);
        peer.Engine.WriteHeaders(peer.Events.Streams[1], null, new Fathom.Wire.Hpack.HeaderList().Add(":status"u8, "200"u8),
            endStream: false);
        for (var frame = 0; frame < 10; frame++)
        {
            peer.Engine.TryWriteData(peer.Events.Streams[1], new byte[10], endStream: false).ShouldBe(10);
        }

        for (var i = 0; i < 105; i++)
        {
            peer.WindowUpdate(1, 1);
        }

        for (var i = 0; i < 12; i++)
        {
            peer.Frame(Http2FrameType.Ping, 0, 0, new byte[8]);
        }

        peer.ExpectNoError();
        peer.Frame(Http2FrameType.Ping, 0, 0, new byte[8]).ExpectConnectionError(Http2ErrorCode.EnhanceYourCalm);
    }

    [Fact]
    public void A_client_bears_a_server_that_resets_every_stream()
    {
        var peer = RawPeer.OfClient(new Http2Options { Limits = new Http2Limits { MaxResetsPerSecond = 1 } });
        for (var i = 0; i < 100; i++)
        {
            var fields = new Fathom.Wire.Hpack.HeaderList().Add(":method"u8, "GET"u8).Add(":scheme"u8, "http"u8).Add(":path"u8, "/"u8);
            peer.Rst(peer.Engine.TryOpenStream(null, fields, endStream: true)!.Id, Http2ErrorCode.RefusedStream);
        }

        peer.ExpectNoError();
    }

    [Fact]
    public void Interim_responses_without_end_are_too_many()
    {
        var peer = RawPeer.OfClient(new Http2Options { Limits = new Http2Limits { MaxEmptyFramesPerSecond = 20 } });
        var fields = new Fathom.Wire.Hpack.HeaderList().Add(":method"u8, "GET"u8).Add(":scheme"u8, "http"u8).Add(":path"u8, "/"u8);
        var id = peer.Engine.TryOpenStream(null, fields, endStream: true)!.Id;
        for (var i = 0; i < 20; i++)
        {
            peer.Headers(id, false, ":status=103").Engine.IsEnded.ShouldBeFalse();
        }

        peer.Headers(id, false, ":status=103");

        peer.ExpectConnectionError(Http2ErrorCode.EnhanceYourCalm);
        peer.Events.ConnectionEnd!.Value.Reason.ShouldBe(nameof(Http2Limits.MaxEmptyFramesPerSecond));
    }

    [Fact]
    public void Streams_that_the_transport_refuses_count_as_resets()
    {
        var peer = RawPeer.OfServer(new Http2Options { Limits = new Http2Limits { MaxResetsPerSecond = 20 } });
        for (var i = 0; i < 20; i++)
        {
            peer.Request(1 + 2 * i);
            peer.Engine.Refuse(peer.Events.Streams[1 + 2 * i], peer.Now);
            peer.ExpectStreamError(1 + 2 * i, Http2ErrorCode.RefusedStream);
        }

        peer.Request(41);
        peer.Engine.Refuse(peer.Events.Streams[41], peer.Now);

        peer.ExpectConnectionError(Http2ErrorCode.EnhanceYourCalm);
    }

    [Fact]
    public void What_is_under_way_is_known_since_its_first_byte_and_until_its_last()
    {
        var peer = RawPeer.OfServer();
        peer.Engine.InputIncompleteSince.ShouldBeNull();
        peer.Now += 10;
        var began = peer.Now;

        // A frame of 8 bytes, in three pieces.
        peer.Bytes([0, 0, 8, (byte)Http2FrameType.Ping]).Engine.InputIncompleteSince.ShouldBe(began);
        peer.Now += 10;
        peer.Bytes([0, 0, 0, 0, 0, 1, 2, 3]).Engine.InputIncompleteSince.ShouldBe(began);
        peer.Bytes([4, 5, 6, 7, 8]).Engine.InputIncompleteSince.ShouldBeNull();

        // A field block, whose frames are whole each.
        began = peer.Now += 10;
        var block = peer.Block(":method=POST", ":scheme=http", ":path=/");
        peer.Frame(Http2FrameType.Headers, 0, 1, block).Engine.InputIncompleteSince.ShouldBe(began);
        peer.Now += 10;
        peer.Frame(Http2FrameType.Continuation, 0, 1, [.. peer.Block("x=y")]).Engine.InputIncompleteSince.ShouldBe(began);
        peer.Frame(Http2FrameType.Continuation, FrameFlag.EndHeaders, 1).Engine.InputIncompleteSince.ShouldBeNull();

        // One that is whole, and the first byte of the next.
        peer.Now += 10;
        peer.Bytes([0, 0, 0, (byte)Http2FrameType.Settings, 0, 0, 0]);
        began = peer.Now += 10;
        peer.Bytes([0, 0, 0]).Engine.InputIncompleteSince.ShouldBe(began);
        peer.ExpectNoError();
    }

    [Fact]
    public void Late_frames_of_streams_that_this_side_resets_are_its_own_doing()
    {
        var peer = RawPeer.OfServer(new Http2Options { Limits = new Http2Limits { MaxIgnoredFramesPerSecond = 5 } });
        for (var id = 1; id < 2000; id += 2)
        {
            peer.Request(id);
            peer.Engine.Reset(peer.Events.Streams[id], Http2ErrorCode.Cancel);
            peer.Data(id, 10).Headers(id, true, "x=y");
            peer.Engine.IsEnded.ShouldBeFalse(peer.Events.ConnectionEnd?.Reason);
        }
    }

    private static Attack Find(string name) => Attacks.All.Single(attack => attack.ToString() == name);
}
