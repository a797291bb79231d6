using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography.X509Certificates;
using Fathom.Subjects.Hosts;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;

namespace Fathom.FunctionalTests.Transport.Connections;

/// <summary>A client and a server that do not agree on TLS or on HTTP/2: the call's detail says what to do.</summary>
public abstract class TlsFailureTests(Stack stack)
{
    [Fact]
    public async Task TLS_to_a_port_without_TLS_says_so()
    {
        await using var host = await stack.StartAsync();
        var failure = await stack.FailureAsync(new ChannelOptions { Address = new UriBuilder(host.Address) { Scheme = "https" }.Uri });

        failure.StatusCode.ShouldBe(StatusCode.Unavailable);
        failure.Detail.ShouldStartWith($"TLS with https://{host.Address.Authority}/ failed: ");
        failure.Detail.ShouldContain("The server may not use TLS on this port: use http.");
    }

    [Fact]
    public async Task A_port_with_TLS_called_without_says_so()
    {
        await using var host = await stack.StartAsync(tls: true);
        var failure = await stack.FailureAsync(new ChannelOptions { Address = new UriBuilder(host.Address) { Scheme = "http" }.Uri });

        failure.StatusCode.ShouldBe(StatusCode.Unavailable);
        failure.Detail.ShouldContain("use https");
    }

    [Fact]
    public async Task A_server_with_TLS_that_agrees_on_no_HTTP2_says_so()
    {
        using var certificate = EphemeralCertificate.Create();
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var serving = ShakeHandsAsync(listener, certificate);

        var failure = await stack.FailureAsync(new ChannelOptions
        {
            Address = new Uri($"https://{listener.LocalEndpoint}"),
            Tls = new ChannelTls { TrustedRoots = [certificate] },
        });

        failure.StatusCode.ShouldBe(StatusCode.Unavailable, failure.Detail);
        failure.Detail.ShouldContain("does not speak HTTP/2");
        failure.Detail.ShouldContain("ALPN");
        await serving;
    }

    private static async Task ShakeHandsAsync(TcpListener listener, X509Certificate2 certificate)
    {
        using var client = await listener.AcceptTcpClientAsync();
        await using var tls = new SslStream(client.GetStream());
        await tls.AuthenticateAsServerAsync(certificate);
        try
        {
            // Until it goes.
            while (await tls.ReadAsync(new byte[1024]) > 0)
            {
            }
        }
        catch (IOException)
        {
            // With a reset.
        }
    }

    public sealed class OnKestrelByHttpClient() : TlsFailureTests(Stack.Framework);

    public sealed class OnNativeByNative() : TlsFailureTests(Stack.Native);

    public sealed class OnKestrelByNative() : TlsFailureTests(Stack.NativeClientOnKestrel);

    public sealed class OnNativeByHttpClient() : TlsFailureTests(Stack.HttpClientOnNative);
}
