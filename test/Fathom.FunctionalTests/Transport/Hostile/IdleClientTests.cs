using Fathom.FunctionalTests.Transport.Frames;
using Fathom.Subjects.Echo;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;
using Fathom.Transport.Server;
using Fathom.Transport.Server.Native;
using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;
using static Fathom.FunctionalTests.Transport.Frames.GrpcBytes;
using static Fathom.FunctionalTests.Transport.Frames.RawClient;

namespace Fathom.FunctionalTests.Transport.Hostile;

/// <summary>Clients that let a host wait: without a call, in a request, before a response, or for an acknowledgement. Each has the time of
/// the options' defaults and no more.</summary>
public sealed class IdleClientTests
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_connection_without_a_call_is_shut_down_in_order_after_130_s(bool pings)
    {
        await using var host = await ClockedHost.StartAsync();
        using var peer = await ConnectAsync(host.Address);
        await peer.Request(1, UnaryPath).Data(1, Message([]), endStream: true).FlushAsync();
        await peer.ResponseAsync(1);

        await host.PassAsync(SecurityPage.Time("130 s without a call").TotalSeconds - 1, pings ? () => peer.Ping(1).FlushAsync() : null);
        await peer.ServedAsync();
        ShutdownPing(peer).ShouldBeNull();
        await host.PassAsync(2);
        await Eventually.HoldsAsync(() => ShutdownPing(peer) is not null, "the host asks whether all has come that the client has sent");

        // A client that has just sent a request has a round trip to be heard.
        await peer.ServedAsync();
        await peer.Frame(Http2FrameType.Ping, FrameFlag.Ack, 0, ShutdownPing(peer)).FlushAsync();
        await Eventually.HoldsAsync(() => peer.IsEnded, "the connection is closed");
        peer.Failure.ShouldBeNull();
        peer.Frames().ShouldContain(frame => frame.Header.Type == Http2FrameType.GoAway && frame.Code == Http2ErrorCode.NoError);
    }

    [Fact]
    public async Task A_connection_without_a_call_is_closed_although_its_client_answers_nothing()
    {
        await using var host = await ClockedHost.StartAsync();
        using var peer = await ConnectAsync(host.Address);

        await host.PassAsync(131);
        await host.PassAsync(4);
        await peer.ServedAsync();
        await host.PassAsync(2);

        await Eventually.HoldsAsync(() => peer.IsEnded, "the connection is closed");
        peer.Failure.ShouldBeNull();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_request_that_does_not_go_on_ends_the_connection(bool trickles)
    {
        await using var host = await ClockedHost.StartAsync();
        using var peer = await ConnectAsync(host.Address);
        await peer.Request(1, UnaryPath).Data(1, Message([1, 2, 3], claim: 100_000)).FlushAsync();

        await ExpectTooSlowAsync(host, peer, nameof(NativeHostOptions.MinRequestBodyDataRate),
            trickles ? () => peer.Data(1, [0]).FlushAsync() : null);
    }

    [Fact]
    public async Task A_response_without_a_window_ends_the_connection()
    {
        await using var host = await ClockedHost.StartAsync();
        using var peer = await ConnectAsync(host.Address, streamWindow: 0);
        await peer.Request(1, UnaryPath).Data(1, Message(new EchoRequest { Payload = Payload(1000) }), endStream: true).FlushAsync();
        await Eventually.HoldsAsync(
            () => peer.Frames().Exists(frame => frame.Header.Type == Http2FrameType.Headers), "the response begins");

        await ExpectTooSlowAsync(host, peer, nameof(NativeHostOptions.MinResponseDataRate));
    }

    [Fact]
    public async Task Streams_without_a_window_of_their_connection_end_it()
    {
        await using var host = await ClockedHost.StartAsync();
        using var peer = await ConnectAsync(host.Address, streamWindow: int.MaxValue);
        await Stream(peer).FlushAsync();
        await Eventually.HoldsAsync(() => peer.DataBytes == 65_535, "the window is used up");
        if (OperatingSystem.IsLinux())
        {
            // An acknowledgement that comes after the first look, up to 40 ms late, is progress that earns a minute.
            await Eventually.HoldsAsync(() => KernelSockets.AllAcknowledged(host.Address.Port), "all is acknowledged");
        }

        await ExpectTooSlowAsync(host, peer, nameof(NativeHostOptions.MinResponseDataRate));
    }

    [Fact]
    public async Task Whoever_reads_nothing_from_the_socket_is_closed()
    {
        await using var host = await ClockedHost.StartAsync();
        using var peer = await ConnectAsync(host.Address, reads: false, streamWindow: int.MaxValue);
        await Stream(peer.WindowUpdate(0, 0x7fff_0000 - 65_535)).FlushAsync();

        // Time passes until the system's buffers are full, which nothing shows, and then for as long as is allowed.
        await Eventually.HoldsAsync(
            async () =>
            {
                await host.PassAsync(1);
                return host.Log.Any(line => line.Contains(nameof(NativeHostOptions.MinResponseDataRate), StringComparison.Ordinal));
            },
            "the client is too slow");
        await host.PassAsync(2);
        await peer.RefusedAsync();
    }

    [Fact]
    public async Task Streams_may_wait_in_both_directions()
    {
        await using var host = await ClockedHost.StartAsync();
        using var waiting = await ConnectAsync(host.Address);
        await waiting.Request(1, DuplexPath).FlushAsync();
        using var reading = await ConnectAsync(host.Address, streamWindow: 1000);
        await Stream(reading).FlushAsync();
        await Eventually.HoldsAsync(() => reading.DataBytes == 1000, "the stream's window is used up");

        await host.PassAsync(200);

        await waiting.ServedAsync();
        await reading.ServedAsync();
    }

    [Fact]
    public async Task SETTINGS_that_are_not_acknowledged_end_the_connection()
    {
        await using var host = await ClockedHost.StartAsync();
        using var peer = await OpenAsync(host.Address);
        await peer.Bytes(ConnectionPreface.Bytes).Settings().FlushAsync();

        await host.PassAsync(9.9);
        await peer.ServedAsync();
        await host.PassAsync(0.2);

        (await peer.FailureAsync()).ShouldBe((Http2ErrorCode.SettingsTimeout, nameof(NativeHostOptions.HandshakeTimeout)));
    }

    [Fact]
    public async Task TCP_asks_whether_a_silent_client_is_there()
    {
        Requires.Present(TestPrerequisites.Linux);
        await using var host = await ClockedHost.StartAsync();
        using var peer = await ConnectAsync(host.Address);
        await peer.ServedAsync();

        await Eventually.HoldsAsync(() => KernelSockets.KeepsAlive(host.Address.Port),
            "a keepalive timer runs on the host's socket");
        (new NativeHostOptions().TcpKeepAliveTime + AcceptedSocket.KeepAliveRetries * AcceptedSocket.KeepAliveInterval)
            .ShouldBe(SecurityPage.Time("2 minutes"));
    }

    [Fact]
    public async Task Options_outside_their_range_are_refused()
    {
        foreach (var (options, name) in new[]
        {
            (new NativeHostOptions { KeepAliveTimeout = TimeSpan.Zero }, nameof(NativeHostOptions.KeepAliveTimeout)),
            (new NativeHostOptions { MaxConnectionsPerAddress = 0 }, nameof(NativeHostOptions.MaxConnectionsPerAddress)),
            (new NativeHostOptions { MaxHandshakesPerSecond = 0 }, nameof(NativeHostOptions.MaxHandshakesPerSecond)),
            (new NativeHostOptions { TcpKeepAliveTime = TimeSpan.FromMilliseconds(999) }, nameof(NativeHostOptions.TcpKeepAliveTime)),
        })
        {
            (await Should.ThrowAsync<ArgumentOutOfRangeException>(async () => await NativeHost.Start([], options).DisposeAsync()))
                .ParamName.ShouldBe(name);
        }

        var defaults = new NativeHostOptions();
        defaults.MinRequestBodyDataRate!.BytesPerSecond.ShouldBe(SecurityPage.Number("240 B/s"));
        defaults.MinResponseDataRate.ShouldBe(defaults.MinRequestBodyDataRate);
        Should.Throw<ArgumentOutOfRangeException>(() => new MinDataRate(0, TimeSpan.FromSeconds(5)));
        Should.Throw<ArgumentOutOfRangeException>(() => new MinDataRate(240, TimeSpan.FromSeconds(1)));
    }

    // 5 s of grace, counted from the first look, which is a second later; the look at which it is over may be another second later.
    private static async Task ExpectTooSlowAsync(ClockedHost host, RawConnection peer, string limit, Func<Task>? eachSecond = null)
    {
        await host.PassAsync(SecurityPage.Time("5 s. A stream").TotalSeconds, eachSecond);
        await peer.ServedAsync();
        await host.PassAsync(3, eachSecond);

        (await peer.FailureAsync()).ShouldBe((Http2ErrorCode.EnhanceYourCalm, limit));
    }

    private static byte[]? ShutdownPing(RawConnection peer) => peer.Frames().Find(
        frame => frame.Header.Type == Http2FrameType.Ping && !frame.Header.Has(FrameFlag.Ack))?.Payload;

    private static RawConnection Stream(RawConnection peer) => peer.Request(1, ServerStreamPath)
        .Data(1, Message(new EchoRequest { Payload = Payload(10_000), Repeat = 100_000 }), endStream: true);

    private static byte[] Message(EchoRequest request) => GrpcBytes.Message(Google.Protobuf.MessageExtensions.ToByteArray(request));

    private static byte[] Message(byte[] bytes, int? claim = null) => GrpcBytes.Message(bytes, claim);

    private static Google.Protobuf.ByteString Payload(int size) => Google.Protobuf.ByteString.CopyFrom(new byte[size]);
}
