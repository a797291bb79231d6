using System.Net.Sockets;
using Fathom.Machines.Kernel;

namespace Fathom.Doctor.Probes.Outside;

/// <summary>What the kernel says of a TCP connection, and how it acknowledges. Linux alone.</summary>
internal static class TcpFacts
{
    private const int Tcp = 6;
    private const int TcpMaxSegment = 2;
    private const int TcpInfoOption = 11;
    private const int TcpQuickAck = 12;

    /// <summary>The smallest round trip of the connection, ms: 0 for a Unix domain socket, which has no network; null where the kernel does
    /// not say it.</summary>
    public static double? RoundTripMilliseconds(Socket socket) => socket.AddressFamily == AddressFamily.Unix ? 0
        : Read(socket, TcpCounters.SmallestRoundTrip) is [var microseconds] ? microseconds / 1000.0 : null;

    /// <summary>The packets with data that have come, and those of them that came out of order; null where the kernel does not say
    /// it.</summary>
    public static (uint All, uint OutOfOrder)? PacketsIn(Socket socket) =>
        Read(socket, TcpCounters.DataPacketsIn, TcpCounters.OutOfOrder) is [var all, var late] ? (all, late) : null;

    /// <summary>For how long the receiver's window was too full for what was to be sent, ms; null where the kernel does not say
    /// it.</summary>
    public static double? HeldByReceiverMilliseconds(Socket socket) =>
        Read(socket, TcpCounters.HeldByReceiver, TcpCounters.HeldByReceiver + sizeof(uint)) is [var low, var high]
            ? (((ulong)high << 32) + low) / 1000.0 : null;

    /// <summary>Acknowledges at once from here on. The kernel leaves this mode by itself: call it after each receive.</summary>
    public static void AcknowledgeAtOnce(Socket socket)
    {
        if (OperatingSystem.IsLinux() && socket.AddressFamily != AddressFamily.Unix)
        {
            socket.SetRawSocketOption(Tcp, TcpQuickAck, [1, 0, 0, 0]);
        }
    }

    /// <summary>Limits the segments of both directions, as the peer learns when the connection is made: call it before.</summary>
    /// <param name="socket">A socket that is not connected.</param>
    /// <param name="bytes">The largest segment, bytes.</param>
    public static void LimitSegments(Socket socket, int bytes)
    {
        if (OperatingSystem.IsLinux() && socket.AddressFamily != AddressFamily.Unix)
        {
            socket.SetRawSocketOption(Tcp, TcpMaxSegment, BitConverter.GetBytes(bytes));
        }
    }

    // Numbers at these places of struct tcp_info; none where the kernel's is shorter.
    private static uint[] Read(Socket socket, params ReadOnlySpan<int> places)
    {
        if (!OperatingSystem.IsLinux())
        {
            return [];
        }

        Span<byte> info = stackalloc byte[TcpCounters.MaxBytes];
        try
        {
            var length = socket.GetRawSocketOption(Tcp, TcpInfoOption, info);
            var numbers = new uint[places.Length];
            for (var i = 0; i < places.Length; i++)
            {
                if (TcpCounters.Number(info[..length], places[i]) is not { } number)
                {
                    return [];
                }

                numbers[i] = number;
            }

            return numbers;
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            return [];
        }
    }
}
