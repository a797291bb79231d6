using System.Net;
using System.Net.Sockets;

namespace Fathom.TestKit;

/// <summary>Ports that are free and that no outgoing connection is given meanwhile: they are below the range for those.</summary>
public static class FreePort
{
    private const int First = 20_000;
    private const int Count = 10_000;

    private static int _last = Environment.ProcessId * 37;

    /// <summary>One that nobody has now.</summary>
    public static int Next()
    {
        while (true)
        {
            var port = First + (int)((uint)Interlocked.Increment(ref _last) % Count);
            if (!IsTaken(port))
            {
                return port;
            }
        }
    }

    /// <summary>Whether a port of the loopback address is in use.</summary>
    public static bool IsTaken(int port)
    {
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            socket.Bind(new IPEndPoint(IPAddress.Loopback, port));
            return false;
        }
        catch (SocketException)
        {
            return true;
        }
    }
}
