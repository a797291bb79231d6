using System.Text;
using Fathom.FunctionalTests.Transport;
using Fathom.Subjects.Echo.CodeFirst;
using Fathom.Wire.Grpc;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Interop;

/// <summary>The generated client of a code-first service, calling grpcio with code generated from the .proto that it exports.</summary>
public abstract class GrpcioServerOfCodeFirstTests(GrpcioServerOfCodeFirstTests.Server server, Stack stack)
{
    [Fact]
    public async Task Unary()
    {
        using var channel = server.Channel(stack, tls: false);
        var client = new EchoClient(channel);

        var reply = await client.UnaryAsync(Text("hello"), Within(20));

        Encoding.UTF8.GetString(reply.Payload.Span).ShouldBe("hello");
        reply.TotalBytes.ShouldBe(5);
        (await client.UnaryAsync(new EchoRequest(), Within(20))).Payload.Length.ShouldBe(0);
    }

    [Fact]
    public async Task Client_stream()
    {
        using var channel = server.Channel(stack, tls: false);
        var client = new EchoClient(channel);

        var reply = await client.ClientStreamAsync(Stream(Text("a"), Text("bc"), Text("")), Within(20));

        (reply.Count, reply.TotalBytes).ShouldBe((3, 3L));
    }

    [Fact]
    public async Task Server_stream()
    {
        using var channel = server.Channel(stack, tls: false);
        var client = new EchoClient(channel);

        var replies = await client.ServerStreamAsync(new EchoRequest { Repeat = 500 }, Within(20)).ListAsync();

        replies.Select(reply => reply.Count).ShouldBe(Enumerable.Range(0, 500));
    }

    [Fact]
    public async Task Duplex_stream()
    {
        using var channel = server.Channel(stack, tls: false);
        var client = new EchoClient(channel);

        var replies = await client.DuplexStreamAsync(Stream(Text("1"), Text("22"), Text("333")), Within(20)).ListAsync();

        replies.Select(reply => Encoding.UTF8.GetString(reply.Payload.Span)).ShouldBe(["1", "22", "333"]);
        replies[^1].TotalBytes.ShouldBe(6);
    }

    [Fact]
    public async Task A_status_with_its_detail()
    {
        using var channel = server.Channel(stack, tls: false);
        var client = new EchoClient(channel);

        var failure = await FailureAsync(() => client.UnaryAsync(
            new EchoRequest { StatusCode = (int)StatusCode.NotFound, StatusDetail = "50 % über\n" }, Within(20)).AsTask());

        failure.Status.ShouldBe(new Status(StatusCode.NotFound, "50 % über\n"));
    }

    private static EchoRequest Text(string payload) => new() { Payload = Encoding.UTF8.GetBytes(payload) };

    [Collection<Server.Users>]
    public sealed class ByHttpClient(Server server) : GrpcioServerOfCodeFirstTests(server, Stack.Framework);

    [Collection<Server.Users>]
    public sealed class ByNative(Server server) : GrpcioServerOfCodeFirstTests(server, Stack.Native);

    public sealed class Server() : ForeignServers(Grpcio.FindForCodeFirstAsync)
    {
        [CollectionDefinition]
        public sealed class Users : ICollectionFixture<Server>;
    }
}
