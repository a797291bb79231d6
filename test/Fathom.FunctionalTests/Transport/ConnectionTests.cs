using System.Net;
using System.Net.Sockets;
using System.Text;
using Fathom.Subjects.Echo;
using Fathom.Subjects.Hosts;
using Fathom.TestKit;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport;

public abstract class ConnectionTests(Stack stack)
{
    [Fact]
    public async Task Nobody_there_is_Unavailable_and_the_detail_says_refused()
    {
        using var channel = Channel(FreePort.Next());

        var awaited = await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, Request("x")));
        var streaming = await FailureAsync(() => channel.ClientStreamingAsync(EchoMethods.ClientStream, Stream(Request("x"))));

        awaited.StatusCode.ShouldBe(StatusCode.Unavailable);
        awaited.Status.Detail.ShouldStartWith($"Failed to connect to {channel.Options.Address}: ");
        awaited.Status.Detail.ShouldContain("ConnectionRefused");
        streaming.Status.ShouldBe(awaited.Status);
        channel.ConnectionsOpened.ShouldBe(0);
    }

    [Fact]
    public async Task A_certificate_that_is_not_trusted_is_Unavailable_and_the_detail_says_TLS()
    {
        await using var host = await stack.StartAsync(tls: true);
        using var system = host.Channel(options => options with { Tls = null });
        using var other = EphemeralCertificate.Create();
        using var pinned = host.Channel(options => options with { Tls = ChannelTls.TrustPem(other.ExportCertificatePem()) });

        foreach (var channel in new[] { system, pinned })
        {
            var failure = await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, Request("x")));
            failure.StatusCode.ShouldBe(StatusCode.Unavailable);
            failure.Status.Detail.ShouldStartWith($"TLS with {host.Address} failed: ");
        }
    }

    [Fact]
    public async Task Verification_is_skipped_only_when_asked()
    {
        await using var host = await stack.StartAsync(tls: true);
        using var channel = host.Channel(options => options with { Tls = new ChannelTls { SkipVerification = true } });

        (await channel.UnaryAsync(EchoMethods.Unary, Request("hidden"))).Text().ShouldBe("hidden");
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
        using var channel = Channel(((IPEndPoint)listener.LocalEndpoint).Port);

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

    [Fact]
    public async Task A_call_that_waits_for_ready_is_answered_once_a_server_is_there()
    {
        var time = new VirtualTime();
        var port = FreePort.Next();
        using var channel = stack.Channel(new ChannelOptions { Address = new Uri($"http://127.0.0.1:{port}"), TimeProvider = time });
        var call = channel.UnaryAsync(EchoMethods.Unary, Request("patient"), new CallOptions { WaitForReady = true });
        await Eventually.HoldsAsync(() => time.Pending == 1, "the call waits after a first attempt");

        await using var host = await stack.StartAsync(port: port);
        time.Advance(TimeSpan.FromSeconds(2));

        (await call).Text().ShouldBe("patient");
    }

    [Fact]
    public async Task A_call_that_waits_for_ready_keeps_its_deadline()
    {
        using var channel = Channel(FreePort.Next());

        var failure = await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, Request("x"), Within(0.2).WithWaitForReady()));

        failure.StatusCode.ShouldBe(StatusCode.DeadlineExceeded);
    }

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
    public void An_address_without_a_scheme_is_refused_with_what_is_accepted() =>
        Should.Throw<ArgumentException>(() => stack.Channel(new ChannelOptions { Address = new Uri("dns:localhost") }))
            .Message.ShouldContain("http://host:port");

    [Fact]
    public async Task A_port_that_is_taken_is_an_IOException()
    {
        await using var host = await stack.StartAsync();

        await Should.ThrowAsync<IOException>(() => stack.StartAsync(port: host.Address.Port));
    }

    private Channel Channel(int port) => stack.Channel(new ChannelOptions { Address = new Uri($"http://127.0.0.1:{port}") });

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

    public sealed class OnKestrelByHttpClient() : ConnectionTests(Stack.Framework);

    public sealed class OnNativeByNative() : ConnectionTests(Stack.Native);

    public sealed class OnKestrelByNative() : ConnectionTests(Stack.NativeClientOnKestrel);

    public sealed class OnNativeByHttpClient() : ConnectionTests(Stack.HttpClientOnNative);
}
