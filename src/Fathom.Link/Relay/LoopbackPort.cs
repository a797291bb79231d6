using System.Net;
using System.Net.Sockets;
using Fathom.Link.Plans;

namespace Fathom.Link.Relay;

/// <summary>Opens a port on loopback.</summary>
internal static class LoopbackPort
{
    private const int Backlog = 512;

    /// <exception cref="LinkPlanException">The port is taken, or not open to this user.</exception>
    public static Socket Listen(int port)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            socket.Bind(new IPEndPoint(IPAddress.Loopback, port));
            socket.Listen(Backlog);
            return socket;
        }
        catch (SocketException e)
        {
            socket.Dispose();
            var reason = e.SocketErrorCode switch
            {
                SocketError.AddressAlreadyInUse => "it is taken by another process",
                SocketError.AccessDenied => "it is not open to this user",
                _ => e.Message,
            };
            throw new LinkPlanException(
                [$"--listen: '{port}' is not accepted, {reason}; accepted: a port from 1024 to 65535 that is free, or 0 to let the "
                    + $"system choose"]);
        }
    }
}
