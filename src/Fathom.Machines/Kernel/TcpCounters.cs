namespace Fathom.Machines.Kernel;

/// <summary>
/// What the kernel says of a TCP connection: struct tcp_info of linux/tcp.h, which only grows at its end, so that an older kernel's is
/// shorter. Numbers are in the order of this machine's bytes.
/// </summary>
public static class TcpCounters
{
    /// <summary>The smallest round trip, us. The smoothed one contains the delayed acknowledgements of a slow peer.</summary>
    public const int SmallestRoundTrip = 148;

    /// <summary>How long ago data was sent, ms.</summary>
    public const int SinceSent = 44;

    /// <summary>How long ago data came, ms.</summary>
    public const int SinceReceived = 52;

    /// <summary>Packets sent again.</summary>
    public const int SentAgain = 100;

    /// <summary>Bytes received, 64 bits.</summary>
    public const int BytesReceived = 128;

    /// <summary>Packets with data that came.</summary>
    public const int DataPacketsIn = 152;

    /// <summary>Packets with data that were sent.</summary>
    public const int DataPacketsOut = 156;

    /// <summary>For how long the receiver's window was too full for what was to be sent, us, 64 bits; from Linux 4.10 on.</summary>
    public const int HeldByReceiver = 176;

    /// <summary>Packets that came out of order, from Linux 5.4 on.</summary>
    public const int OutOfOrder = 224;

    /// <summary>The bytes to give room to.</summary>
    public const int MaxBytes = 256;

    /// <summary>The number at a place; null where the kernel's struct is shorter.</summary>
    public static uint? Number(ReadOnlySpan<byte> info, int place) =>
        info.Length < place + sizeof(uint) ? null : BitConverter.ToUInt32(info[place..]);

    /// <summary>The number of 64 bits at a place; null where the kernel's struct is shorter.</summary>
    public static ulong? LongNumber(ReadOnlySpan<byte> info, int place) =>
        info.Length < place + sizeof(ulong) ? null : BitConverter.ToUInt64(info[place..]);
}
