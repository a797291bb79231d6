using Fathom.Subjects.Echo;
using Fathom.Subjects.Hosts;
using Fathom.TestKit;
using Fathom.TestKit.Tls;
using Fathom.Transport.Client;
using Fathom.Transport.Server;
using Fathom.Wire.Grpc;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport.Lifecycle;

public sealed class GracefulStopTests : IAsyncDisposable
{
    private readonly HeldService _service = new();
    private readonly VirtualTime _time = new();
    private readonly NativeHost _host;
    private readonly NativeChannel _channel;

    public GracefulStopTests()
    {
        _host = NativeHost.Start([_service.Definition()], new NativeHostOptions { Server = new ServerOptions { TimeProvider = _time } });
        _channel = new NativeChannel(new ChannelOptions { Address = _host.Address });
    }

    [Fact]
    public async Task A_call_under_way_ends_well_and_new_ones_are_not_taken()
    {
        var call = await HeldAsync();

        var stopping = _host.StopAsync(TimeSpan.FromMinutes(1));
        // One that is sent before GOAWAY has come is taken, and held.
        for (var late = StatusCode.DeadlineExceeded; late == StatusCode.DeadlineExceeded;)
        {
            late = (await FailureAsync(() => _channel.UnaryAsync(EchoMethods.Unary, Request("late"), Within(0.2)))).StatusCode;
            late.ShouldBeOneOf(StatusCode.DeadlineExceeded, StatusCode.Unavailable);
        }

        stopping.IsCompleted.ShouldBeFalse();
        _service.Release();

        (await call).Text().ShouldBe("held");
        await stopping;
        _host.ConnectionCount.ShouldBe(0);
    }

    [Fact]
    public async Task When_the_grace_is_over_calls_are_cut_off()
    {
        var call = await HeldAsync();

        var stopping = _host.StopAsync(TimeSpan.FromMinutes(1));
        await Eventually.HoldsAsync(() => _time.Pending == 1, "the grace has begun");
        _time.Advance(TimeSpan.FromMinutes(1));
        await stopping;

        (await FailureAsync(() => call)).StatusCode.ShouldBe(StatusCode.Unavailable);
        await Eventually.HoldsAsync(() => _service.Held == 0, "the handler was told");
    }

    [Fact]
    public async Task A_host_without_calls_stops_at_once_and_its_port_is_free()
    {
        (await HeldAsync()).IsCompleted.ShouldBeFalse();
        _service.Release();
        await _host.StopAsync(TimeSpan.FromMinutes(1));

        await using var next = NativeHost.Start([_service.Definition()], new NativeHostOptions { Port = _host.Address.Port });
        (await _channel.UnaryAsync(EchoMethods.Unary, Request("again"), Within(20).WithWaitForReady())).Text().ShouldBe("again");
    }

    [Fact]
    public async Task A_client_whose_TLS_handshake_is_under_way_is_answered_or_told_that_it_is_not()
    {
        using var certificate = EphemeralCertificate.Create();
        using var held = new HeldHandshakes(certificate);
        await using var host = NativeHost.Start([new EchoService().Definition()], new NativeHostOptions
        {
            Tls = held.Host, Server = new ServerOptions { TimeProvider = _time },
        });
        using var channel = new NativeChannel(new ChannelOptions { Address = host.Address, Tls = held.Channel });
        var call = channel.UnaryAsync(EchoMethods.Unary, Request("x"), Within(60));
        await Eventually.HoldsAsync(() => held.Begun == 1, "the handshake has begun");

        var stopping = host.StopAsync(TimeSpan.FromMinutes(1));
        held.Allow();

        // GOAWAY comes with the SETTINGS, and the call, if it was sent before, is taken.
        (await call).Text().ShouldBe("x");
        await Eventually.HoldsAsync(() => stopping.IsCompleted, "nothing else is waited for: the grace does not pass");
        host.ConnectionCount.ShouldBe(0);
    }

    public async ValueTask DisposeAsync()
    {
        _channel.Dispose();
        await _host.DisposeAsync();
    }

    private async Task<Task<EchoReply>> HeldAsync()
    {
        var call = _channel.UnaryAsync(EchoMethods.Unary, Request("held"));
        await Eventually.HoldsAsync(() => _service.Held == 1, "the call is at the host");
        return call;
    }
}
