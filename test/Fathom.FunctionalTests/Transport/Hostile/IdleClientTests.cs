using System.Globalization;
using Fathom.FunctionalTests.Transport.Frames;
using Fathom.Lab.Prerequisites;
using Fathom.Subjects.Echo;
using Fathom.TestKit;
using Fathom.Transport.Server;
using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;
using static Fathom.FunctionalTests.Transport.Frames.GrpcBytes;
using static Fathom.FunctionalTests.Transport.Frames.RawClient;

namespace Fathom.FunctionalTests.Transport.Hostile;

/// <summary>Clients that let a host wait: without a call, in a request, before a response, or for an acknowledgement. A client that
/// behaves is served all the while, on its one connection.</summary>
public sealed class IdleClientTests
{
    private static readonly MinDataRate Rate = new(240, TimeSpan.FromSeconds(1.1));

    private static readonly NativeHostOptions Impatient = new()
    {
        KeepAliveTimeout = TimeSpan.FromSeconds(1),
        MinRequestBodyDataRate = Rate,
        MinResponseDataRate = Rate,
    };

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public Task A_connection_without_a_call_is_shut_down_in_order(bool pings) => RunAsync(Impatient, async host =>
    {
        using var peer = await ConnectAsync(host.Address);
        await peer.Request(1, UnaryPath).Data(1, Message([]), endStream: true).FlushAsync();
        await peer.ResponseAsync(1);

        var answered = false;
        await Eventually.HoldsAsync(
            () =>
            {
                if (!answered && ShutdownPing(peer) is { } ping)
                {
                    answered = true;
                    _ = peer.Frame(Http2FrameType.Ping, FrameFlag.Ack, 0, ping).FlushAsync();
                }

                if (pings)
                {
                    _ = peer.Ping(1).FlushAsync();
                }

                return peer.IsEnded;
            },
            "the connection is closed");

        peer.Failure.ShouldBeNull();
        answered.ShouldBeTrue("a client that has just sent a request must have a round trip to be heard");
        peer.Frames().ShouldContain(frame => frame.Header.Type == Http2FrameType.GoAway && frame.Code == Http2ErrorCode.NoError);
    });

    [Fact]
    public Task A_connection_without_a_call_is_closed_although_its_client_answers_nothing() => RunAsync(Impatient, async host =>
    {
        using var peer = await ConnectAsync(host.Address);

        await Eventually.HoldsAsync(() => peer.IsEnded, "the connection is closed");

        peer.Failure.ShouldBeNull();
    });

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public Task A_request_that_does_not_go_on_ends_the_connection(bool trickles) => RunAsync(Impatient, async host =>
    {
        using var peer = await ConnectAsync(host.Address);
        await peer.Request(1, UnaryPath).Data(1, Message([1, 2, 3], claim: 100_000)).FlushAsync();

        await Eventually.HoldsAsync(
            () =>
            {
                if (trickles)
                {
                    _ = peer.Data(1, [0]).FlushAsync();
                }

                return peer.Failure is not null;
            },
            "the connection ends");

        (await peer.FailureAsync()).ShouldBe((Http2ErrorCode.EnhanceYourCalm, nameof(NativeHostOptions.MinRequestBodyDataRate)));
    });

    [Fact]
    public Task A_response_without_a_window_ends_the_connection() => RunAsync(Impatient, async host =>
    {
        using var peer = await ConnectAsync(host.Address, streamWindow: 0);
        await peer.Request(1, UnaryPath).Data(1, Message(new EchoRequest { Payload = Payload(1000) }), endStream: true).FlushAsync();

        (await peer.FailureAsync()).ShouldBe((Http2ErrorCode.EnhanceYourCalm, nameof(NativeHostOptions.MinResponseDataRate)));
    });

    [Fact]
    public Task Streams_without_a_window_of_their_connection_end_it() => RunAsync(Impatient, async host =>
    {
        using var peer = await ConnectAsync(host.Address, streamWindow: int.MaxValue);
        await Stream(peer).FlushAsync();

        (await peer.FailureAsync()).ShouldBe((Http2ErrorCode.EnhanceYourCalm, nameof(NativeHostOptions.MinResponseDataRate)));
    });

    [Fact]
    public Task Whoever_reads_nothing_from_the_socket_is_closed() => RunAsync(Impatient, async host =>
    {
        using var peer = await ConnectAsync(host.Address, reads: false, streamWindow: int.MaxValue);
        await Stream(peer.WindowUpdate(0, 0x7fff_0000 - 65_535)).FlushAsync();

        await peer.RefusedAsync();
    });

    [Fact]
    public Task Streams_may_wait_in_both_directions() => RunAsync(
        Impatient with { KeepAliveTimeout = TimeSpan.FromMinutes(2) }, async host =>
    {
        using var waiting = await ConnectAsync(host.Address);
        await waiting.Request(1, DuplexPath).FlushAsync();
        using var reading = await ConnectAsync(host.Address, streamWindow: 1000);
        await Stream(reading).FlushAsync();

        // Those that came later have been ended meanwhile, so that these would have been.
        using var later = await ConnectAsync(host.Address, streamWindow: 0);
        await later.Request(1, UnaryPath).Data(1, Message(new EchoRequest { Payload = Payload(1000) }), endStream: true).FlushAsync();
        await later.FailureAsync();

        await waiting.ServedAsync();
        await reading.ServedAsync();
    });

    [Fact]
    public Task SETTINGS_that_are_not_acknowledged_end_the_connection() => RunAsync(
        Impatient with { HandshakeTimeout = TimeSpan.FromSeconds(1), KeepAliveTimeout = TimeSpan.FromMinutes(2) }, async host =>
    {
        using var peer = await OpenAsync(host.Address);
        await peer.Bytes(ConnectionPreface.Bytes).Settings().FlushAsync();

        (await peer.FailureAsync()).ShouldBe((Http2ErrorCode.SettingsTimeout, nameof(NativeHostOptions.HandshakeTimeout)));
    });

    [Fact]
    public Task TCP_asks_whether_a_silent_client_is_there() => RunAsync(new NativeHostOptions(), async host =>
    {
        Requires.Present(TestPrerequisites.Linux);
        using var peer = await ConnectAsync(host.Address);
        await peer.ServedAsync();

        // The field "tr" of a socket is 2 while its keepalive timer runs (man 5 proc_net_tcp).
        var port = host.Address.Port.ToString("X4", CultureInfo.InvariantCulture);
        await Eventually.HoldsAsync(
            () => File.ReadLines("/proc/net/tcp").Select(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries))
                .Any(fields => fields[1].EndsWith($":{port}", StringComparison.Ordinal) && fields[3] == "01"
                    && fields[5].StartsWith("02:", StringComparison.Ordinal)),
            "a keepalive timer runs on the host's socket");
    });

    [Fact]
    public async Task Options_outside_their_range_are_refused()
    {
        foreach (var (options, name) in new[]
        {
            (new NativeHostOptions { KeepAliveTimeout = TimeSpan.Zero }, nameof(NativeHostOptions.KeepAliveTimeout)),
            (new NativeHostOptions { MaxConnectionsPerAddress = 0 }, nameof(NativeHostOptions.MaxConnectionsPerAddress)),
            (new NativeHostOptions { TcpKeepAliveTime = TimeSpan.FromMilliseconds(999) }, nameof(NativeHostOptions.TcpKeepAliveTime)),
        })
        {
            (await Should.ThrowAsync<ArgumentOutOfRangeException>(async () => await NativeHost.Start([], options).DisposeAsync()))
                .ParamName.ShouldBe(name);
        }

        Should.Throw<ArgumentOutOfRangeException>(() => new MinDataRate(0, TimeSpan.FromSeconds(5)));
        Should.Throw<ArgumentOutOfRangeException>(() => new MinDataRate(240, TimeSpan.FromSeconds(1)));
    }

    private static async Task RunAsync(NativeHostOptions options, Func<NativeHost, Task> attack)
    {
        await using var host = NativeHost.Start([new EchoService().Definition()], options);
        await using var witness = await Witness.StartAsync(host.Address);
        await attack(host);
        await witness.ServedAsync();
    }

    private static byte[]? ShutdownPing(RawConnection peer) => peer.Frames().Find(
        frame => frame.Header.Type == Http2FrameType.Ping && !frame.Header.Has(FrameFlag.Ack))?.Payload;

    private static RawConnection Stream(RawConnection peer) => peer.Request(1, ServerStreamPath)
        .Data(1, Message(new EchoRequest { Payload = Payload(10_000), Repeat = 100_000 }), endStream: true);

    private static byte[] Message(EchoRequest request) => GrpcBytes.Message(Google.Protobuf.MessageExtensions.ToByteArray(request));

    private static byte[] Message(byte[] bytes, int? claim = null) => GrpcBytes.Message(bytes, claim);

    private static Google.Protobuf.ByteString Payload(int size) => Google.Protobuf.ByteString.CopyFrom(new byte[size]);
}
