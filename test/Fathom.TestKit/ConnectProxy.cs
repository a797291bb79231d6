using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Fathom.TestKit;

/// <summary>An HTTP proxy on loopback that makes tunnels (CONNECT, RFC 9110 section 9.3.6), all to one port of this machine, whatever host
/// is asked for.</summary>
public sealed class ConnectProxy : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly int _port;
    private readonly string? _credentials;

    /// <summary>Starts it.</summary>
    /// <param name="port">The port to which tunnels go.</param>
    /// <param name="credentials">The user and password that it wants, <c>user:password</c>; null for none.</param>
    public ConnectProxy(int port, string? credentials = null)
    {
        (_port, _credentials) = (port, credentials);
        _listener.Start();
        _ = AcceptAsync();
    }

    /// <summary>Its host and port.</summary>
    public string Authority => _listener.LocalEndpoint.ToString()!;

    /// <summary>The servers that were asked for, in order.</summary>
    public ConcurrentQueue<string> Asked { get; } = [];

    /// <summary>Stops accepting.</summary>
    public void Dispose() => _listener.Dispose();

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
            {
                _ = ServeAsync(await _listener.AcceptTcpClientAsync());
            }
        }
        catch (Exception e) when (e is ObjectDisposedException or SocketException)
        {
            // The test is over.
        }
    }

    private async Task ServeAsync(TcpClient client)
    {
        using var _ = client;
        using var server = new TcpClient();
        try
        {
            var inner = client.GetStream();
            var head = await ReadHeadAsync(inner);
            Asked.Enqueue(head.Split(' ')[1]);
            var wanted = _credentials is null ? "" : Convert.ToBase64String(Encoding.UTF8.GetBytes(_credentials));
            if (!head.Contains(wanted, StringComparison.Ordinal))
            {
                await inner.WriteAsync("HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n"u8.ToArray());
                return;
            }

            await server.ConnectAsync(IPAddress.Loopback, _port);
            await inner.WriteAsync("HTTP/1.1 200 Connection established\r\n\r\n"u8.ToArray());
            var outer = server.GetStream();
            await Task.WhenAny(inner.CopyToAsync(outer), outer.CopyToAsync(inner));
        }
        catch (Exception e) when (e is IOException or SocketException)
        {
            // One side has gone.
        }
    }

    private static async Task<string> ReadHeadAsync(NetworkStream stream)
    {
        var head = new StringBuilder();
        var next = new byte[1];
        while (!head.ToString().EndsWith("\r\n\r\n", StringComparison.Ordinal))
        {
            await stream.ReadExactlyAsync(next);
            head.Append((char)next[0]);
        }

        return head.ToString();
    }
}
