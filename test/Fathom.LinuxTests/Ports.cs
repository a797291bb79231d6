using System.Net;
using System.Net.Sockets;

namespace Fathom.LinuxTests;

/// <summary>Ports on loopback.</summary>
internal static class Ports
{
    /// <summary>One that was free a moment ago.</summary>
    public static int Free()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
