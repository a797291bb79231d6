using System.Net;
using System.Net.Security;
using System.Net.Sockets;

namespace Fathom.Bench.Witness;

/// <summary>TLS handshakes, 200 at once, that cost the client nothing: one ClientHello, recorded once, on every connection.</summary>
internal sealed class HandshakeAttack(int port)
{
    private const int Handshakes = 200;
    private const int RecordHeader = 5;

    private readonly byte[] _hello = RecordHello();

    public void Run()
    {
        var sockets = Enumerable.Range(0, Handshakes).Select(_ => new Socket(SocketType.Stream, ProtocolType.Tcp)).ToList();
        try
        {
            sockets.ForEach(socket => socket.Connect(IPAddress.Loopback, port));
            sockets.ForEach(socket => socket.Send(_hello));
            var answer = new byte[64];
            sockets.ForEach(socket => socket.Receive(answer));
        }
        finally
        {
            sockets.ForEach(socket => socket.Dispose());
        }
    }

    private static byte[] RecordHello()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        using var client = new TcpClient();
        client.Connect((IPEndPoint)listener.LocalEndpoint);
        using var server = listener.AcceptTcpClient();
        using var tls = new SslStream(client.GetStream());
        var handshake = tls.AuthenticateAsClientAsync(
            new SslClientAuthenticationOptions { TargetHost = "localhost", ApplicationProtocols = [SslApplicationProtocol.Http2] });
        var header = new byte[RecordHeader];
        server.GetStream().ReadExactly(header);
        var body = new byte[(header[3] << 8) | header[4]];
        server.GetStream().ReadExactly(body);
        server.Close();
        try
        {
            handshake.GetAwaiter().GetResult();
        }
        catch (IOException)
        {
            // Nobody answers it: its first record is all that is needed.
        }

        return [.. header, .. body];
    }
}
