using Fathom.Subjects.Echo;
using Fathom.TestKit;
using Fathom.Transport.Client;
using Fathom.Transport.Server;
using Fathom.Wire.Http2;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport.Lifecycle;

/// <summary>Calls beyond the streams that a server allows on one connection.</summary>
public sealed class StreamLimitTests : IAsyncDisposable
{
    private const int Streams = 3;
    private readonly HeldService _service = new();
    private readonly NativeHost _host;

    public StreamLimitTests() => _host = NativeHost.Start(
        [_service.Definition()], new NativeHostOptions { Http2 = Http2Options.Default with { MaxConcurrentStreams = Streams } });

    [Fact]
    public async Task They_have_further_connections()
    {
        using var channel = new NativeChannel(new ChannelOptions { Address = _host.Address });

        var calls = Enumerable.Range(0, (3 * Streams) - 1).Select(i => channel.UnaryAsync(EchoMethods.Unary, Request($"{i}"))).ToArray();
        await Eventually.HoldsAsync(() => _service.Held == calls.Length, "all calls are at the host");
        channel.ConnectionsOpened.ShouldBe(3);

        _service.Release();
        (await Task.WhenAll(calls)).Select(reply => reply.Text()).ShouldBe(Enumerable.Range(0, calls.Length).Select(i => $"{i}"));
    }

    [Fact]
    public async Task Where_no_further_connection_is_allowed_they_wait_for_a_stream()
    {
        using var channel = new NativeChannel(new NativeChannelOptions { Address = _host.Address, MaxConnections = 1 });

        var calls = Enumerable.Range(0, 3 * Streams).Select(i => channel.UnaryAsync(EchoMethods.Unary, Request($"{i}"))).ToArray();
        await Eventually.HoldsAsync(() => _service.Held == Streams, "as many as the limit are at the host");

        _service.Release();
        (await Task.WhenAll(calls)).Length.ShouldBe(calls.Length);
        _service.Most.ShouldBe(Streams);
        channel.ConnectionsOpened.ShouldBe(1);
    }

    [Fact]
    public async Task One_that_waits_for_a_stream_keeps_its_deadline()
    {
        using var channel = new NativeChannel(new NativeChannelOptions { Address = _host.Address, MaxConnections = 1 });
        var held = Enumerable.Range(0, Streams).Select(i => channel.UnaryAsync(EchoMethods.Unary, Request($"{i}"))).ToArray();
        await Eventually.HoldsAsync(() => _service.Held == Streams, "as many as the limit are at the host");

        var failure = await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, Request("late"), Within(0.05)));

        failure.StatusCode.ShouldBe(Wire.Grpc.StatusCode.DeadlineExceeded);
        _service.Release();
        await Task.WhenAll(held);
    }

    public ValueTask DisposeAsync() => _host.DisposeAsync();
}
