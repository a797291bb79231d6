using System.Net.Sockets;

namespace Fathom.Lab.Probes.Outside;

/// <summary>What the kernel says of a TCP connection, and how it acknowledges. Linux alone.</summary>
internal static class TcpFacts
{
    private const int Tcp = 6;
    private const int TcpInfo = 11;
    private const int TcpQuickAck = 12;

    // tcpi_min_rtt in struct tcp_info, microseconds. The smoothed round trip contains the delayed acknowledgements of a slow server.
    private const int SmallestRoundTrip = 148;

    /// <summary>The smallest round trip of the connection, ms; null where the kernel does not say it.</summary>
    public static double? RoundTripMilliseconds(Socket socket)
    {
        if (!OperatingSystem.IsLinux())
        {
            return null;
        }

        Span<byte> info = stackalloc byte[256];
        try
        {
            var length = socket.GetRawSocketOption(Tcp, TcpInfo, info);
            return length < SmallestRoundTrip + sizeof(uint) ? null
                : BitConverter.ToUInt32(info[SmallestRoundTrip..]) / 1000.0;
        }
        catch (SocketException)
        {
            return null;
        }
    }

    /// <summary>Acknowledges at once from here on. The kernel leaves this mode by itself: call it after each receive.</summary>
    public static void AcknowledgeAtOnce(Socket socket)
    {
        if (OperatingSystem.IsLinux())
        {
            socket.SetRawSocketOption(Tcp, TcpQuickAck, [1, 0, 0, 0]);
        }
    }
}
