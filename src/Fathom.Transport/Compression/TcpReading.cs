using System.Buffers.Binary;
using System.Net.Sockets;

namespace Fathom.Transport.Compression;

/// <summary>What Linux says of a TCP connection at one moment (tcp.h, <c>struct tcp_info</c>).</summary>
/// <param name="Acknowledged">Bytes that the peer has acknowledged since the connection began.</param>
/// <param name="Busy">How long there was something to send or to be acknowledged since then, in whole ticks of the kernel; null before
/// Linux 4.10.</param>
/// <param name="ShortestRoundTrip">The shortest that was measured lately.</param>
/// <param name="LongRoundTrip">What hardly any packet takes longer than at present: the mean and four times the deviation (RFC
/// 6298).</param>
/// <param name="PacketSize">Bytes of a full packet.</param>
/// <param name="Packets">Packets with data that were sent since the connection began.</param>
/// <param name="IsIdle">Whether nothing is to be sent or acknowledged.</param>
/// <param name="DeliveryRate">Bytes per second in the round trip that was fastest, or the last that was limited by the path; 0 before
/// any.</param>
/// <param name="IsDeliveryRateAtLeast">Whether there was too little to send to find out more.</param>
internal readonly record struct TcpReading(
    long Acknowledged, TimeSpan? Busy, TimeSpan ShortestRoundTrip, TimeSpan LongRoundTrip, int PacketSize, long Packets, bool IsIdle,
        double DeliveryRate, bool IsDeliveryRateAtLeast)
{
    private const int ProtocolTcp = 6;
    private const int TcpInfo = 11;

    // The flag is the lowest bit of its byte; times are in microseconds, the rate in bytes per second.
    private const int AppLimitedAt = 7;
    private const int SendMssAt = 16;
    private const int UnacknowledgedAt = 24;
    private const int RttAt = 68;
    private const int RttVarAt = 72;
    private const int BytesAcknowledgedAt = 120;
    private const int NotSentAt = 144;
    private const int MinRttAt = 148;
    private const int DataPacketsOutAt = 156;
    private const int DeliveryRateAt = 160;
    private const int BusyAt = 168;

    /// <summary>Reads it (Linux 4.9 and later); null elsewhere, and where the connection is gone.</summary>
    public static TcpReading? Of(Socket socket)
    {
        if (!OperatingSystem.IsLinux())
        {
            return null;
        }

        Span<byte> info = stackalloc byte[BusyAt + sizeof(ulong)];
        int length;
        try
        {
            length = socket.GetRawSocketOption(ProtocolTcp, TcpInfo, info);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The connection is gone: what is written to it is lost anyway.
            return null;
        }

        return length < BusyAt ? null : new TcpReading(
            BinaryPrimitives.ReadInt64LittleEndian(info[BytesAcknowledgedAt..]),
            length < info.Length ? null : TimeSpan.FromMicroseconds(BinaryPrimitives.ReadInt64LittleEndian(info[BusyAt..])),
            TimeSpan.FromMicroseconds(BinaryPrimitives.ReadUInt32LittleEndian(info[MinRttAt..])),
            TimeSpan.FromMicroseconds(BinaryPrimitives.ReadUInt32LittleEndian(info[RttAt..])
                + (4L * BinaryPrimitives.ReadUInt32LittleEndian(info[RttVarAt..]))),
            (int)BinaryPrimitives.ReadUInt32LittleEndian(info[SendMssAt..]),
            BinaryPrimitives.ReadUInt32LittleEndian(info[DataPacketsOutAt..]),
            BinaryPrimitives.ReadUInt32LittleEndian(info[UnacknowledgedAt..]) == 0
                && BinaryPrimitives.ReadUInt32LittleEndian(info[NotSentAt..]) == 0,
            BinaryPrimitives.ReadUInt64LittleEndian(info[DeliveryRateAt..]),
            (info[AppLimitedAt] & 1) != 0);
    }
}
