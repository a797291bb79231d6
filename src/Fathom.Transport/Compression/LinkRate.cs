using System.Buffers.Binary;
using System.Net.Sockets;

namespace Fathom.Transport.Compression;

/// <summary>How fast a connection's peer takes bytes, as its TCP has measured.</summary>
/// <param name="BytesPerSecond">The rate at which bytes were acknowledged.</param>
/// <param name="IsAtLeast">True where there was not enough to send to find out how fast it could be.</param>
public readonly record struct LinkRate(double BytesPerSecond, bool IsAtLeast)
{
    // Linux, tcp.h: struct tcp_info. The flag is the lowest bit of the eighth byte; the rate is in bytes per second.
    private const int ProtocolTcp = 6;
    private const int TcpInfo = 11;
    private const int AppLimitedAt = 7;
    private const int DeliveryRateAt = 160;

    /// <summary>
    /// What the kernel says of a socket (Linux 4.9 and later: <c>tcpi_delivery_rate</c>); null elsewhere, and before anything was measured. The kernel keeps the
    /// rate of the last time it was limited by the path, so that it is still there when little is sent.
    /// </summary>
    public static LinkRate? Of(Socket? socket)
    {
        if (socket is null || !OperatingSystem.IsLinux())
        {
            return null;
        }

        Span<byte> info = stackalloc byte[DeliveryRateAt + sizeof(ulong)];
        try
        {
            if (socket.GetRawSocketOption(ProtocolTcp, TcpInfo, info) < info.Length)
            {
                return null;
            }
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The connection is gone: what is written to it is lost anyway.
            return null;
        }

        var rate = BinaryPrimitives.ReadUInt64LittleEndian(info[DeliveryRateAt..]);
        return rate == 0 ? null : new LinkRate(rate, (info[AppLimitedAt] & 1) != 0);
    }
}
