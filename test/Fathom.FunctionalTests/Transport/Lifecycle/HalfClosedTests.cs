using Fathom.FunctionalTests.Transport.Frames;
using Fathom.Subjects.Hosts;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;
using Fathom.Transport.Server;
using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;
using static Fathom.FunctionalTests.Transport.Frames.GrpcBytes;

namespace Fathom.FunctionalTests.Transport.Lifecycle;

/// <summary>Clients that send no more bytes: some read on, others are gone.</summary>
public sealed class HalfClosedTests : IAsyncDisposable
{
    private readonly HeldService _service = new();
    private readonly NativeHost _host;

    public HalfClosedTests()
    {
        Requires.Present(TestPrerequisites.Linux);
        // No rate of theirs ends what else must.
        _host = Start(new NativeHostOptions { MinRequestBodyDataRate = null, MinResponseDataRate = null });
    }

    [Fact]
    public async Task One_that_reads_on_gets_the_answers_to_its_requests()
    {
        using var peer = await RawClient.ConnectAsync(_host.Address);
        peer.Request(1, UnaryPath).Data(1, Message([]), endStream: true)
            .Request(3, UnaryPath).Data(3, Message([]), endStream: true).HangUp();
        await Eventually.HoldsAsync(() => _service.Held == 2, "the calls are at the host");
        await Eventually.HoldsAsync(() => peer.Frames().Exists(f => f.Header.Type == Http2FrameType.GoAway), "no further call is taken");

        _service.Release();

        (await peer.ResponseAsync(1)).Count.ShouldBe(2, "headers and trailers");
        (await peer.ResponseAsync(3)).Count.ShouldBe(2, "headers and trailers");
        await Eventually.HoldsAsync(() => peer.IsEnded && _host.ConnectionCount == 0, "the connection ends after them");
    }

    [Fact]
    public async Task A_request_that_is_incomplete_ends_and_the_others_go_on()
    {
        using var peer = await RawClient.ConnectAsync(_host.Address);
        peer.Request(1, UnaryPath).Data(1, Message([]), endStream: true).Request(3, UnaryPath).HangUp();
        await Eventually.HoldsAsync(() => _service.Held == 1, "the call is at the host");

        _service.Release();

        (await peer.ResponseAsync(1)).Count.ShouldBe(2, "headers and trailers");
        await Eventually.HoldsAsync(() => peer.IsEnded, "the connection ends after it");
        peer.Frames().ShouldNotContain(f => f.Header.Type == Http2FrameType.Headers && f.Header.StreamId == 3);
    }

    [Fact]
    public async Task A_request_that_is_incomplete_does_not_keep_the_connection()
    {
        using var peer = await RawClient.ConnectAsync(_host.Address);
        peer.Request(1, UnaryPath).HangUp();
        await Eventually.HoldsAsync(() => peer.IsEnded && _host.ConnectionCount == 0, "no more of it can come");
    }

    [Fact]
    public async Task One_that_reads_on_over_TLS_gets_the_answer_to_its_request()
    {
        using var certificate = EphemeralCertificate.Create();
        await using var host = Start(new NativeHostOptions { Tls = new NativeHostTls { Certificate = certificate } });
        using var bridge = new TlsBridge(host.Address.Port, certificate);
        using var peer = await RawClient.ConnectAsync(bridge.Address);
        peer.Request(1, UnaryPath).Data(1, Message([]), endStream: true).HangUp();
        await Eventually.HoldsAsync(() => _service.Held == 1, "the call is at the host");
        await Eventually.HoldsAsync(() => peer.Frames().Exists(f => f.Header.Type == Http2FrameType.GoAway), "no further call is taken");

        _service.Release();

        (await peer.ResponseAsync(1)).Count.ShouldBe(2, "headers and trailers");
        await Eventually.HoldsAsync(() => peer.IsEnded && host.ConnectionCount == 0, "the connection ends after it");
    }

    // It sends no more bytes, an acknowledgement neither.
    [Fact]
    public async Task One_that_never_acknowledged_SETTINGS_gets_the_answer_to_its_request()
    {
        await using var host = Start(new NativeHostOptions { HandshakeTimeout = TimeSpan.FromMilliseconds(300) });
        using var peer = await SilentAsync(host);
        peer.Request(1, UnaryPath).Data(1, Message([]), endStream: true).HangUp();
        await Eventually.HoldsAsync(() => _service.Held == 1, "the call is at the host");
        using var open = await SilentAsync(host);
        await open.FlushAsync();
        (await open.FailureAsync()).Code.ShouldBe(Http2ErrorCode.SettingsTimeout, "of one that came later the time is over");

        _service.Release();

        (await peer.ResponseAsync(1)).Count.ShouldBe(2, "headers and trailers");
    }

    [Fact]
    public async Task The_handlers_of_one_that_is_gone_are_cancelled()
    {
        using (var peer = await RawClient.ConnectAsync(_host.Address, reads: false))
        {
            await peer.Request(1, UnaryPath).Data(1, Message([]), endStream: true).FlushAsync();
            await Eventually.HoldsAsync(() => _service.Held == 1, "the call is at the host");
        }

        await Eventually.HoldsAsync(() => _service.Held == 0 && _host.ConnectionCount == 0, "the handler was told");
    }

    [Fact]
    public async Task One_without_calls_is_closed()
    {
        using var peer = await RawClient.ConnectAsync(_host.Address);
        await peer.ServedAsync();

        peer.HangUp();

        await Eventually.HoldsAsync(() => peer.IsEnded && _host.ConnectionCount == 0, "the connection is closed");
    }

    public ValueTask DisposeAsync() => _host.DisposeAsync();

    private NativeHost Start(NativeHostOptions options) => NativeHost.Start([_service.Definition()], options);

    private static async Task<RawConnection> SilentAsync(NativeHost host) =>
        (await RawClient.OpenAsync(host.Address)).Bytes(ConnectionPreface.Bytes).Settings();
}
