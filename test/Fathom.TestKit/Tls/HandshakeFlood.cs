using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using Shouldly;

namespace Fathom.TestKit.Tls;

/// <summary>Many TLS handshakes at once that cost a client nothing: one ClientHello, recorded once, on every connection. The host answers
/// each with a signature. Owned by its user.</summary>
public sealed class HandshakeFlood : IDisposable
{
    private const int RecordHeader = 5;

    private readonly List<Socket> _sockets = [];
    private int _answered;

    /// <summary>Handshakes that the host has answered.</summary>
    public int Answered => Volatile.Read(ref _answered);

    /// <summary>Connects, and then sends every ClientHello.</summary>
    /// <param name="host">The host's address.</param>
    /// <param name="count">How many.</param>
    /// <param name="from">The address they come from; loopback if null.</param>
    public async Task StartAsync(Uri host, int count, IPAddress? from = null)
    {
        var hello = await RecordHelloAsync();
        for (var i = 0; i < count; i++)
        {
            var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            _sockets.Add(socket);
            socket.Bind(new IPEndPoint(from ?? IPAddress.Loopback, 0));
            await socket.ConnectAsync(IPAddress.Loopback, host.Port);
        }

        foreach (var socket in _sockets)
        {
            _ = CountAsync(socket);
            await socket.SendAsync(hello);
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _sockets.ForEach(socket => socket.Dispose());

    private static async Task<byte[]> RecordHelloAsync()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        using var client = new TcpClient();
        await client.ConnectAsync((IPEndPoint)listener.LocalEndpoint);
        await using var tls = new SslStream(client.GetStream());
        using var end = new CancellationTokenSource();
        var handshake = tls.AuthenticateAsClientAsync(
            new SslClientAuthenticationOptions { TargetHost = "localhost", ApplicationProtocols = [SslApplicationProtocol.Http2] },
            end.Token);
        using var server = await listener.AcceptTcpClientAsync();
        var header = new byte[RecordHeader];
        await server.GetStream().ReadExactlyAsync(header);
        var body = new byte[(header[3] << 8) | header[4]];
        await server.GetStream().ReadExactlyAsync(body);
        await end.CancelAsync();
        await Should.ThrowAsync<OperationCanceledException>(() => handshake);
        return [.. header, .. body];
    }

    private async Task CountAsync(Socket socket)
    {
        try
        {
            if (await socket.ReceiveAsync(new byte[64]) > 0)
            {
                Interlocked.Increment(ref _answered);
            }
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The host gave it up, or this object is disposed.
        }
    }
}
