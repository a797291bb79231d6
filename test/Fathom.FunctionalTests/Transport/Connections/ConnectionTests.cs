using Fathom.FunctionalTests.Transport.Lifecycle;
using Fathom.Subjects.Echo;
using Fathom.TestKit;
using Fathom.Transport.Client;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport.Connections;

/// <summary>How many connections a channel opens, and which addresses and ports are refused.</summary>
public abstract class ConnectionTests(Stack stack)
{
    [Fact]
    public async Task Every_channel_has_a_connection_of_its_own()
    {
        await using var host = await stack.StartAsync();
        for (var i = 0; i < 3; i++)
        {
            using var channel = host.Channel(options => options with { InitialStreamWindow = 1 << 20 });
            await channel.UnaryAsync(EchoMethods.Unary, Request("x"));
            await channel.UnaryAsync(EchoMethods.Unary, Request("x"));
            channel.ConnectionsOpened.ShouldBe(1);
        }
    }

    [Fact]
    public async Task More_calls_at_once_than_a_connection_has_streams_all_end_well()
    {
        const int Calls = 300;
        var held = new HeldService();
        await using var host = await stack.ServeAsync([held.Definition()]);
        using var channel = host.Channel();

        var calls = Enumerable.Range(0, Calls).Select(i => channel.UnaryAsync(EchoMethods.Unary, Request(i))).ToList();
        await Eventually.HoldsAsync(() => held.Held == Calls, "all are under way");
        held.Release();
        var replies = await Task.WhenAll(calls);

        replies.Select(reply => reply.Payload.Length).ShouldBe(Enumerable.Range(0, Calls));
        channel.ConnectionsOpened.ShouldBeGreaterThan(1, "Kestrel allows 100 streams on a connection");
    }

    [Fact]
    public void An_address_without_a_scheme_is_refused_with_what_is_accepted() =>
        Should.Throw<ArgumentException>(() => stack.Channel(new ChannelOptions { Address = new Uri("dns:localhost") }))
            .Message.ShouldContain("http://host:port");

    [Fact]
    public async Task A_port_that_is_taken_is_an_IOException()
    {
        await using var host = await stack.StartAsync();

        await Should.ThrowAsync<IOException>(() => stack.StartAsync(port: host.Address.Port));
    }

    public sealed class OnKestrelByHttpClient() : ConnectionTests(Stack.Framework);

    public sealed class OnNativeByNative() : ConnectionTests(Stack.Native);

    public sealed class OnKestrelByNative() : ConnectionTests(Stack.NativeClientOnKestrel);

    public sealed class OnNativeByHttpClient() : ConnectionTests(Stack.HttpClientOnNative);
}
