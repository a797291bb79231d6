using System.Net;
using System.Net.Sockets;

namespace Fathom.TestKit;

/// <summary>Echoes on loopback, outside of any link, until it is disposed.</summary>
public sealed class EchoServer : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);

    /// <summary>Starts it on a port of the system's choice.</summary>
    public EchoServer()
    {
        _listener.Start();
        _ = AcceptAsync();
    }

    /// <summary>Its port on 127.0.0.1.</summary>
    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    /// <summary>Stops accepting.</summary>
    public void Dispose() => _listener.Dispose();

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
            {
                _ = EchoAsync(await _listener.AcceptTcpClientAsync());
            }
        }
        catch (Exception e) when (e is ObjectDisposedException or SocketException)
        {
            // The test is over.
        }
    }

    private static async Task EchoAsync(TcpClient client)
    {
        using (client)
        {
            await client.GetStream().CopyToAsync(client.GetStream());
            client.Client.Shutdown(SocketShutdown.Send);
        }
    }
}
