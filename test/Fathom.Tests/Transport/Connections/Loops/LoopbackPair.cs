using System.Net;
using System.Net.Sockets;

namespace Fathom.Tests.Transport.Connections.Loops;

/// <summary>Two sockets that are connected; the near one does not block.</summary>
internal static class LoopbackPair
{
    public static async Task<(Socket Near, Socket Far)> ConnectAsync()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var far = new Socket(SocketType.Stream, ProtocolType.Tcp);
        await far.ConnectAsync(listener.LocalEndpoint);
        var near = await listener.AcceptSocketAsync();
        near.Blocking = false;
        return (near, far);
    }
}
