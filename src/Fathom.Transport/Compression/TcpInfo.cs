using System.Buffers.Binary;
using System.Net.Sockets;

namespace Fathom.Transport.Compression;

/// <summary>Linux's figures of a TCP connection at one time (tcp.h, <c>struct tcp_info</c>).</summary>
/// <param name="Acknowledged">Bytes acknowledged by the peer since the connection was opened.</param>
/// <param name="BusyTime">Time in which there were bytes to send or to be acknowledged, in whole kernel ticks; null before Linux
/// 4.10.</param>
/// <param name="MinRoundTrip">The minimum round trip measured recently.</param>
/// <param name="MaxRoundTrip">The mean round trip plus four times its deviation (RFC 6298), which few packets exceed.</param>
/// <param name="PacketSize">Maximum payload of a packet, in bytes.</param>
/// <param name="Packets">Data packets sent since the connection was opened.</param>
/// <param name="IsIdle">Whether there is nothing to send and nothing unacknowledged.</param>
/// <param name="DeliveryRate">Bytes per second in the fastest round trip, or the last one limited by the path; 0 before the first.</param>
/// <param name="IsDeliveryRateLowerBound">Whether the delivery rate is a lower bound, because there was too little to send.</param>
internal readonly record struct TcpInfo(
    long Acknowledged, TimeSpan? BusyTime, TimeSpan MinRoundTrip, TimeSpan MaxRoundTrip, int PacketSize, long Packets, bool IsIdle,
        double DeliveryRate, bool IsDeliveryRateLowerBound)
{
    private const int ProtocolTcp = 6;
    private const int TcpInfoOption = 11;

    // The flag is the lowest bit of its byte; times are in microseconds, the rate in bytes per second.
    private const int AppLimitedOffset = 7;
    private const int SendMssOffset = 16;
    private const int UnacknowledgedOffset = 24;
    private const int RttOffset = 68;
    private const int RttVarOffset = 72;
    private const int BytesAcknowledgedOffset = 120;
    private const int NotSentOffset = 144;
    private const int MinRttOffset = 148;
    private const int DataPacketsOutOffset = 156;
    private const int DeliveryRateOffset = 160;
    private const int BusyTimeOffset = 168;

    /// <summary>Reads the figures of a socket (Linux 4.9 and later); null on other systems, and for a closed connection.</summary>
    public static TcpInfo? Read(Socket socket)
    {
        if (!OperatingSystem.IsLinux())
        {
            return null;
        }

        Span<byte> info = stackalloc byte[BusyTimeOffset + sizeof(ulong)];
        int length;
        try
        {
            length = socket.GetRawSocketOption(ProtocolTcp, TcpInfoOption, info);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The connection is closed.
            return null;
        }

        return length < BusyTimeOffset ? null : new TcpInfo(
            BinaryPrimitives.ReadInt64LittleEndian(info[BytesAcknowledgedOffset..]),
            length < info.Length ? null : TimeSpan.FromMicroseconds(BinaryPrimitives.ReadInt64LittleEndian(info[BusyTimeOffset..])),
            TimeSpan.FromMicroseconds(BinaryPrimitives.ReadUInt32LittleEndian(info[MinRttOffset..])),
            TimeSpan.FromMicroseconds(BinaryPrimitives.ReadUInt32LittleEndian(info[RttOffset..])
                + (4L * BinaryPrimitives.ReadUInt32LittleEndian(info[RttVarOffset..]))),
            (int)BinaryPrimitives.ReadUInt32LittleEndian(info[SendMssOffset..]),
            BinaryPrimitives.ReadUInt32LittleEndian(info[DataPacketsOutOffset..]),
            BinaryPrimitives.ReadUInt32LittleEndian(info[UnacknowledgedOffset..]) == 0
                && BinaryPrimitives.ReadUInt32LittleEndian(info[NotSentOffset..]) == 0,
            BinaryPrimitives.ReadUInt64LittleEndian(info[DeliveryRateOffset..]),
            (info[AppLimitedOffset] & 1) != 0);
    }
}
