using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography.X509Certificates;

namespace Fathom.FunctionalTests.Transport.Frames;

/// <summary>Carries one connection without TLS over TLS to a host: where the client hangs up it says so (close_notify), and reads
/// on.</summary>
internal sealed class TlsBridge : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);

    public TlsBridge(int port, X509Certificate certificate)
    {
        _listener.Start();
        _ = CarryAsync(port, certificate);
    }

    /// <summary>Where it takes the connection.</summary>
    public Uri Address => new($"http://127.0.0.1:{((IPEndPoint)_listener.LocalEndpoint).Port}");

    public void Dispose() => _listener.Dispose();

    private async Task CarryAsync(int port, X509Certificate certificate)
    {
        using var client = await _listener.AcceptTcpClientAsync();
        using var host = new TcpClient();
        await host.ConnectAsync(IPAddress.Loopback, port);
        await using var tls = new SslStream(host.GetStream());
        await tls.AuthenticateAsClientAsync(new SslClientAuthenticationOptions
        {
            TargetHost = "localhost", ApplicationProtocols = [SslApplicationProtocol.Http2],
            RemoteCertificateValidationCallback = (_, shown, _, _) => shown?.GetCertHashString() == certificate.GetCertHashString(),
        });
        var back = BackAsync(tls, client);
        await client.GetStream().CopyToAsync(tls);
        await tls.ShutdownAsync();
        host.Client.Shutdown(SocketShutdown.Send);
        await back;
    }

    private static async Task BackAsync(SslStream tls, TcpClient client)
    {
        await tls.CopyToAsync(client.GetStream());
        client.Client.Shutdown(SocketShutdown.Send);
    }
}
