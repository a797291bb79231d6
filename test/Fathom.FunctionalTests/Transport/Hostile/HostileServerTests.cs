using Fathom.Subjects.Echo;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;
using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;
using static Fathom.FunctionalTests.Transport.Hostile.RawConnection;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport.Hostile;

/// <summary>Whatever a server does, the native client's call ends with a status that says so, and the next call, on another connection, is
/// answered.</summary>
public sealed class HostileServerTests
{
    private static readonly Dictionary<string, Attack> Attacks = new()
    {
        ["interim responses without end"] = new(StatusCode.Unavailable, nameof(Http2Limits.MaxEmptyFramesPerSecond), (p, _) =>
            p.Frame(Http2FrameType.Headers, FrameFlag.EndHeaders, 1, Block((":status", "103")))),
        ["headers without end"] = new(StatusCode.Unavailable, nameof(Http2Limits.MaxContinuationFrames), (p, i) => p.Frame(
            i == 0 ? Http2FrameType.Headers : Http2FrameType.Continuation, 0, 1, i == 0 ? [0x88] : Block(("x", "y")))),
        ["headers as large as frames allow"] = new(StatusCode.Unavailable, nameof(Http2Limits.MaxHeaderBlockBytes), (p, i) => p.Frame(
            i == 0 ? Http2FrameType.Headers : Http2FrameType.Continuation, 0, 1, i == 0 ? [0x88] : Block(("x", new string('y', 16_000))))),
        ["trailers without end"] = new(StatusCode.Unavailable, nameof(Http2Limits.MaxContinuationFrames),
            (p, i) => (i == 0 ? HostileServer.Headers(p, 1) : p).Frame(
            i == 0 ? Http2FrameType.Headers : Http2FrameType.Continuation, i == 0 ? FrameFlag.EndStream : (byte)0, 1, Block(("x", "y")))),
        ["PING"] = new(StatusCode.Unavailable, nameof(Http2Limits.MaxPingsPerSecond), (p, i) => p.Ping((byte)i)),
        ["SETTINGS"] = new(StatusCode.Unavailable, nameof(Http2Limits.MaxSettingsPerSecond), (p, _) => p.Settings()),
        ["DATA without bytes"] = new(StatusCode.Unavailable, nameof(Http2Limits.MaxEmptyFramesPerSecond),
            (p, i) => (i == 0 ? HostileServer.Headers(p, 1) : p).Data(1, [])),
        ["tiny WINDOW_UPDATE"] = new(StatusCode.Unavailable, nameof(Http2Limits.MaxTinyWindowUpdatesPerSecond),
            (p, _) => p.WindowUpdate(0, 1)),
        ["frames of an unknown type"] = new(StatusCode.Unavailable, nameof(Http2Limits.MaxIgnoredFramesPerSecond),
            (p, _) => p.Frame((Http2FrameType)0x42, 0, 0, 1)),
        ["PUSH_PROMISE"] = new(StatusCode.Unavailable, "ProtocolError",
            (p, _) => p.Frame(Http2FrameType.PushPromise, FrameFlag.EndHeaders, 1, 0, 0, 0, 2, 0x88)),
        ["GOAWAY whose last stream rises"] = new(StatusCode.Unavailable, "ProtocolError", (p, i) => p.Frame(
            Http2FrameType.GoAway, 0, 0, 0, 0, 0, (byte)(i + 1), 0, 0, 0, 0)),
        ["GOAWAY with an error"] = new(StatusCode.Unavailable, "EnhanceYourCalm enough", (p, i) => i > 0 ? p : p.Frame(
            Http2FrameType.GoAway, 0, 0, [0, 0, 0, 1, 0, 0, 0, 0xb, .. "enough"u8]).HangUp()),
        ["an HPACK index that is not there"] = new(
            StatusCode.Unavailable, "CompressionError", (p, _) => p.Frame(Http2FrameType.Headers, FrameFlag.EndHeaders, 1, 0xff, 0x7f)),
        ["a frame that is too large"] = new(StatusCode.Unavailable, "FrameSizeError",
            (p, _) => p.Frame(Http2FrameType.Data, 0, 1, new byte[20_000])),
        ["DATA beyond the window of the stream"] = new(StatusCode.Internal, "FlowControlError", (p, i) => i > 60 ? p
            : (i == 0 ? HostileServer.Headers(p, 1).Data(1, Message([0], 1)) : p).Data(1, new byte[16_000])) { Unread = true },
        ["a field list that is too large"] = new(StatusCode.ResourceExhausted, nameof(Http2Limits.MaxHeaderListSize),
            (p, i) => i > 0 ? p : p
            .Frame(Http2FrameType.Headers, 0, 1, [0x88, .. Block(("x", new string('a', 16_000)))])
            .Frame(Http2FrameType.Continuation, 0, 1, Block(("x", new string('b', 16_000))))
            .Frame(Http2FrameType.Continuation, FrameFlag.EndHeaders, 1, Block(("x", new string('c', 1_000))))),
        ["an HPACK bomb"] = new(StatusCode.ResourceExhausted, nameof(Http2Limits.MaxHeaderListSize), (p, i) => i > 0 ? p : p
            .Frame(Http2FrameType.Headers, 0, 1, [0x88, 0x40, .. Block(("x", new string('a', 3_000))).AsSpan(1)])
            .Frame(Http2FrameType.Continuation, FrameFlag.EndHeaders, 1, [.. Enumerable.Repeat((byte)0xbe, 16_000)])),
        ["a message that claims too much"] = new(StatusCode.ResourceExhausted, $"{MessageLimits.DefaultMaxReceiveSize}",
            (p, i) => i > 0 ? p : HostileServer.Headers(p, 1)
            .Data(1, Message([], int.MaxValue)).Data(1, new byte[50_000])),
        ["a reset"] = new(StatusCode.Cancelled, "Cancel", (p, i) => i > 0 ? p : p.Reset(1)),
        ["a window of 0"] = new(StatusCode.DeadlineExceeded, "",
            (p, i) => i > 0 ? p : p.Settings((Http2SettingId.InitialWindowSize, 0u))) { Seconds = 1 },
        ["silence"] = new(StatusCode.DeadlineExceeded, "", (p, _) => p) { Seconds = 1 },
    };

    public static TheoryData<string> Names => [.. Attacks.Keys];

    [Theory]
    [MemberData(nameof(Names))]
    public async Task The_call_ends_with_a_status_and_the_next_one_is_answered(string name)
    {
        var attack = Attacks[name];
        using var server = new HostileServer(peer => peer.FloodAsync(30_000, i => attack.Do(peer, i)));
        using var channel = new NativeChannel(new ChannelOptions { Address = server.Address });

        Status failure;
        if (attack.Unread)
        {
            using var call = channel.Start(EchoMethods.ServerStream, Within(60));
            await call.WriteAsync(Request("x"));
            await Fathom.TestKit.Eventually.HoldsAsync(() => server.Connections == 1 && server.IsAttackOver, "the attack is over");
            failure = (await FailureAsync(async () => await call.ReadAllAsync().ListAsync())).Status;
        }
        else
        {
            failure = (await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, Request("x"), Within(attack.Seconds)))).Status;
        }

        failure.StatusCode.ShouldBe(attack.Status, failure.Detail);
        failure.Detail.ShouldContain(attack.Detail);
        if (attack.Status == StatusCode.Unavailable)
        {
            (await channel.UnaryAsync(EchoMethods.Unary, Request("x"), Within(60))).ShouldBe(new EchoReply());
        }
    }

    [Fact]
    public async Task A_connection_that_refuses_by_GOAWAY_each_time_costs_a_call_two_connections_and_no_more()
    {
        using var server = new HostileServer(peer => peer.Frame(Http2FrameType.GoAway, 0, 0, new byte[8]).FlushAsync(),
            attacks: int.MaxValue);
        using var channel = new NativeChannel(new ChannelOptions { Address = server.Address });

        var failure = await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, Request("x"), Within(60)));

        failure.StatusCode.ShouldBe(StatusCode.Unavailable);
        failure.Status.Detail.ShouldContain("has not processed this call");
        server.Connections.ShouldBe(2);
    }

    [Fact]
    public async Task A_server_that_lets_no_stream_be_opened_gets_no_more_connections_than_are_allowed()
    {
        using var server = new HostileServer(peer => peer.Settings((Http2SettingId.MaxConcurrentStreams, 0u)).FlushAsync(),
            attacks: int.MaxValue);
        using var channel = new NativeChannel(new NativeChannelOptions { Address = server.Address, MaxConnections = 3 });
        (await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, Request("x"), Within(1)))).StatusCode.ShouldBe(
            StatusCode.DeadlineExceeded);

        (await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, Request("x"), Within(1)))).StatusCode.ShouldBe(
            StatusCode.DeadlineExceeded);

        server.Connections.ShouldBeLessThanOrEqualTo(3);
    }

    [Theory]
    [InlineData("http")]
    [InlineData("https")]
    public async Task A_server_that_takes_the_connection_and_says_nothing_is_given_up(string scheme)
    {
        using var listener = new System.Net.Sockets.TcpListener(System.Net.IPAddress.Loopback, 0);
        listener.Start();
        using var channel = new NativeChannel(new NativeChannelOptions
        {
            Address = new Uri($"{scheme}://{listener.LocalEndpoint}"),
            HandshakeTimeout = TimeSpan.FromMilliseconds(200),
        });

        var failure = await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, Request("x")));

        failure.StatusCode.ShouldBe(StatusCode.Unavailable);
        failure.Status.Detail.ShouldContain("the server sent no HTTP/2 SETTINGS within 0.2 s");
    }

    private sealed record Attack(StatusCode Status, string Detail, Func<RawConnection, int, RawConnection> Do)
    {
        /// <summary>The call's deadline.</summary>
        public double Seconds { get; init; } = 60;

        /// <summary>Whether the call is one whose messages nobody reads meanwhile.</summary>
        public bool Unread { get; init; }
    }
}
