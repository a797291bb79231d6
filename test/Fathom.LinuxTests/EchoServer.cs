using System.Net;
using System.Net.Sockets;

namespace Fathom.LinuxTests;

/// <summary>Echoes on loopback, outside of any link, until it is disposed.</summary>
internal sealed class EchoServer : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);

    public EchoServer()
    {
        _listener.Start();
        _ = AcceptAsync();
    }

    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

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
