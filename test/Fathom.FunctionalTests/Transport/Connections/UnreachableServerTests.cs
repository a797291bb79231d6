using System.Net;
using System.Net.Sockets;
using System.Text;
using Fathom.Subjects.Echo;
using Fathom.TestKit;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport.Connections;

/// <summary>Addresses behind which there is no gRPC server, or none any more.</summary>
public abstract class UnreachableServerTests(Stack stack)
{
    [Fact]
    public async Task Nobody_there_is_Unavailable_and_the_detail_says_refused()
    {
        using var channel = stack.Channel(FreePort.Next());

        var awaited = await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, Request("x")));
        var streaming = await FailureAsync(() => channel.ClientStreamingAsync(EchoMethods.ClientStream, Stream(Request("x"))));

        awaited.StatusCode.ShouldBe(StatusCode.Unavailable);
        awaited.Status.Detail.ShouldStartWith($"Failed to connect to {channel.Options.Address}: ");
        awaited.Status.Detail.ShouldContain("ConnectionRefused");
        streaming.Status.ShouldBe(awaited.Status);
        channel.ConnectionsOpened.ShouldBe(0);
    }

    [Fact]
    public async Task A_name_that_nobody_knows_is_named()
    {
        // Longer than a label can be, so that nobody has to be asked.
        var name = $"{new string('a', 64)}.invalid";
        var failure = await stack.FailureAsync(new ChannelOptions { Address = new Uri($"http://{name}:1") });

        failure.StatusCode.ShouldBe(StatusCode.Unavailable);
        failure.Detail.ShouldStartWith($"Failed to connect to http://{name}:1/: ");
        failure.Detail.ShouldContain("cannot be resolved");
    }

    [Theory]
    [InlineData("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n", "another protocol")]
    [InlineData("220 smtp.example.org ESMTP\r\n", "another protocol")]
    [InlineData("", "")]
    public async Task A_server_that_does_not_speak_HTTP2_is_Unavailable(string greeting, string detail)
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var serving = GreetAsync(listener, greeting);
        using var channel = stack.Channel(((IPEndPoint)listener.LocalEndpoint).Port);

        var failure = await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, Request("x"), Within(20)));

        failure.StatusCode.ShouldBe(StatusCode.Unavailable, failure.ToString());
        failure.Status.Detail.ShouldContain(detail);
        await serving;
    }

    [Fact]
    public async Task A_host_that_ends_leaves_its_callers_Unavailable_or_cancelled_and_never_hanging()
    {
        var host = await stack.StartAsync();
        using var channel = host.Channel();
        using var call = channel.Start(EchoMethods.DuplexStream, Within(30));
        await call.WriteAsync(Request("begin"));
        (await call.MoveNextAsync()).ShouldBeTrue();

        await host.DisposeAsync();

        (await FailureAsync(async () => await call.MoveNextAsync())).StatusCode.ShouldBeOneOf(
            StatusCode.Unavailable, StatusCode.Cancelled, StatusCode.Internal);
        (await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, Request("x"), Within(20)))).StatusCode.ShouldBe(
            StatusCode.Unavailable);
    }

    private static async Task GreetAsync(TcpListener listener, string greeting)
    {
        using var socket = await listener.AcceptSocketAsync();
        await socket.ReceiveAsync(new byte[4096]);
        await socket.SendAsync(Encoding.ASCII.GetBytes(greeting));

        // To the end: a socket that is closed with bytes unread resets the connection, and the client may never see the greeting.
        socket.Shutdown(SocketShutdown.Send);
        try
        {
            while (await socket.ReceiveAsync(new byte[4096]) > 0)
            {
            }
        }
        catch (SocketException)
        {
            // The client went with a reset of its own.
        }
    }

    public sealed class OnKestrelByHttpClient() : UnreachableServerTests(Stack.Framework);

    public sealed class OnNativeByNative() : UnreachableServerTests(Stack.Native);

    public sealed class OnKestrelByNative() : UnreachableServerTests(Stack.NativeClientOnKestrel);

    public sealed class OnNativeByHttpClient() : UnreachableServerTests(Stack.HttpClientOnNative);
}
