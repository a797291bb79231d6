using System.Net;
using System.Net.Sockets;

namespace Fathom.Transport.Server.Native;

/// <summary>The options of an accepted socket.</summary>
internal static class AcceptedSocket
{
    // As most systems do, but in a minute instead of ten.
    internal const int KeepAliveRetries = 6;

    internal static readonly TimeSpan KeepAliveInterval = TimeSpan.FromSeconds(10);

    /// <summary>Sets the options: six calls of the system, so only for a connection that is admitted.</summary>
    /// <param name="socket">The socket.</param>
    /// <param name="keepAlive">Time without traffic before TCP probes the client; null for never.</param>
    /// <returns>False if the client has reset the connection in the meantime.</returns>
    public static bool TryConfigure(Socket socket, TimeSpan? keepAlive)
    {
        try
        {
            (socket.Blocking, socket.NoDelay) = (false, true);
            if (keepAlive is { } time)
            {
                socket.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.KeepAlive, true);
                socket.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveTime, (int)time.TotalSeconds);
                socket.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveInterval, (int)KeepAliveInterval.TotalSeconds);
                socket.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveRetryCount, KeepAliveRetries);
            }

            return true;
        }
        catch (SocketException)
        {
            // Only this connection is lost: the next one is accepted without a delay.
            return false;
        }
    }

    /// <summary>The address of the client, in gRPC's form.</summary>
    public static string Describe(Socket socket)
    {
        try
        {
            var end = (IPEndPoint)socket.RemoteEndPoint!;
            return $"{(end.AddressFamily == AddressFamily.InterNetwork ? "ipv4" : "ipv6")}:{end}";
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            return "unknown";
        }
    }
}
