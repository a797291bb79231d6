using System.Buffers.Binary;
using System.Net.Sockets;

namespace Fathom.Transport.Compression;

/// <summary>What Linux says of a TCP connection at one moment (tcp.h, <c>struct tcp_info</c>).</summary>
/// <param name="Acknowledged">Bytes that the peer has acknowledged since the connection began.</param>
/// <param name="BusyTime">How long there was something to send or to be acknowledged since then, in whole ticks of the kernel; null before
/// Linux 4.10.</param>
/// <param name="MinRoundTrip">The shortest that was measured lately.</param>
/// <param name="MaxRoundTrip">What hardly any packet takes longer than at present: the mean and four times the deviation (RFC
/// 6298).</param>
/// <param name="PacketSize">Bytes of a full packet.</param>
/// <param name="Packets">Packets with data that were sent since the connection began.</param>
/// <param name="IsIdle">Whether nothing is to be sent or acknowledged.</param>
/// <param name="DeliveryRate">Bytes per second in the round trip that was fastest, or the last that was limited by the path; 0 before
/// any.</param>
/// <param name="IsDeliveryRateLowerBound">Whether there was too little to send to find out more.</param>
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

    /// <summary>Reads it (Linux 4.9 and later); null elsewhere, and where the connection is gone.</summary>
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
            // The connection is gone: what is written to it is lost anyway.
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
