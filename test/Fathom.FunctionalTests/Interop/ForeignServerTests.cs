using Fathom.FunctionalTests.Interop.Compatibility;
using Fathom.FunctionalTests.Transport;
using Fathom.Subjects.Echo;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Interop;

/// <summary>Our clients, calling a foreign server.</summary>
public abstract class ForeignServerTests(ForeignServers servers, Stack stack)
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    [Shows(ShowsAttribute.Unary, ShowsAttribute.Tls)]
    public async Task Unary_awaited_and_blocking(bool tls)
    {
        using var channel = servers.Channel(stack, tls);

        (await channel.UnaryAsync(EchoMethods.Unary, Request("awaited"), Within(20))).Text().ShouldBe("awaited");
        channel.Unary(EchoMethods.Unary, Request("blocking"), Within(20)).Text().ShouldBe("blocking");
        channel.Unary(EchoMethods.Unary, new EchoRequest(), Within(20)).Text().ShouldBeEmpty();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    [Shows(ShowsAttribute.ClientStream, ShowsAttribute.Tls)]
    public async Task Client_stream(bool tls)
    {
        using var channel = servers.Channel(stack, tls);

        var reply = await channel.ClientStreamingAsync(
            EchoMethods.ClientStream, Stream(Request("a"), Request("bc"), Request("")), Within(20));

        (reply.Count, reply.TotalBytes).ShouldBe((3, 3L));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    [Shows(ShowsAttribute.ServerStream, ShowsAttribute.Tls)]
    public async Task Server_stream(bool tls)
    {
        using var channel = servers.Channel(stack, tls);

        var replies = await channel.ServerStreamingAsync(EchoMethods.ServerStream, new EchoRequest { Repeat = 500 }, Within(20))
            .ListAsync();

        replies.Select(reply => reply.Count).ShouldBe(Enumerable.Range(0, 500));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    [Shows(ShowsAttribute.Duplex, ShowsAttribute.Tls)]
    public async Task Duplex_stream(bool tls)
    {
        using var channel = servers.Channel(stack, tls);
        using var call = channel.Start(EchoMethods.DuplexStream, Within(20));
        foreach (var text in new[] { "1", "2", "3" })
        {
            await call.WriteAsync(Request(text));
            (await call.MoveNextAsync()).ShouldBeTrue();
            call.Current.Text().ShouldBe(text);
        }

        await call.CompleteAsync();
        (await call.MoveNextAsync()).ShouldBeFalse();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    [Shows(ShowsAttribute.Metadata, ShowsAttribute.Tls)]
    public async Task Metadata_both_ways(bool tls)
    {
        using var channel = servers.Channel(stack, tls);
        var sent = Metadata(("x-text", "a b"));
        sent.Add("x-raw-bin", [0, 255, 128, 7]);
        using var call = channel.Start(EchoMethods.Unary, Within(20).WithHeaders(sent));

        await call.WriteAsync(new EchoRequest { EchoMetadata = true });
        var headers = await call.ResponseHeadersAsync();
        (await call.ReadAllAsync().ListAsync()).Count.ShouldBe(1);

        foreach (var received in new[] { headers, call.Trailers })
        {
            received.GetValue("x-text").ShouldBe("a b");
            received.GetBytes("x-raw-bin")!.Value.ToArray().ShouldBe([0, 255, 128, 7]);
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Three_hundred_calls_at_once(bool tls)
    {
        using var channel = servers.Channel(stack, tls);

        var replies = await Task.WhenAll(Enumerable.Range(0, 300)
            .Select(i => channel.UnaryAsync(EchoMethods.Unary, Request($"{i}"), Within(30))));

        replies.Select(reply => reply.Text()).ShouldBe(Enumerable.Range(0, 300).Select(i => $"{i}"));
    }

    [Collection<GrpcioServers.Users>, Peer(PeerAttribute.Python)]
    public sealed class GrpcioByHttpClient(GrpcioServers servers) : ForeignServerTests(servers, Stack.Framework);

    [Collection<GrpcioServers.Users>, Peer(PeerAttribute.Python)]
    public sealed class GrpcioByNative(GrpcioServers servers) : ForeignServerTests(servers, Stack.Native);

    [Collection<GrpcJsServers.Users>, Peer(PeerAttribute.JavaScript)]
    public sealed class GrpcJsByHttpClient(GrpcJsServers servers) : ForeignServerTests(servers, Stack.Framework);

    [Collection<GrpcJsServers.Users>, Peer(PeerAttribute.JavaScript)]
    public sealed class GrpcJsByNative(GrpcJsServers servers) : ForeignServerTests(servers, Stack.Native);
}
