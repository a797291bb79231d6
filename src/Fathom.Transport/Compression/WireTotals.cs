namespace Fathom.Transport.Compression;

/// <summary>Messages and bytes that a channel or host has sent and received, without message prefixes and HTTP/2 overhead.</summary>
/// <param name="Sent">Sent messages.</param>
/// <param name="Received">Received messages.</param>
public readonly record struct WireTotals(WireCount Sent, WireCount Received)
{
    /// <summary>The difference between two totals.</summary>
    public static WireTotals operator -(WireTotals later, WireTotals earlier) =>
        new(later.Sent - earlier.Sent, later.Received - earlier.Received);

    /// <summary>The sum of two totals.</summary>
    public static WireTotals operator +(WireTotals one, WireTotals other) => new(one.Sent + other.Sent, one.Received + other.Received);
}

/// <summary>Messages of one direction.</summary>
/// <param name="Messages">Number of messages.</param>
/// <param name="Compressed">Number of messages sent compressed.</param>
/// <param name="PlainBytes">Their size before compression, in bytes.</param>
/// <param name="WireBytes">Their size on the wire, in bytes.</param>
/// <param name="Time">Time spent on compression or decompression, including messages that were sent plain in the end.</param>
public readonly record struct WireCount(long Messages, long Compressed, long PlainBytes, long WireBytes, TimeSpan Time)
{
    /// <summary>The difference between two totals.</summary>
    public static WireCount operator -(WireCount later, WireCount earlier) => new(
        later.Messages - earlier.Messages,
        later.Compressed - earlier.Compressed,
        later.PlainBytes - earlier.PlainBytes,
        later.WireBytes - earlier.WireBytes,
        later.Time - earlier.Time);

    /// <summary>The sum of two totals.</summary>
    public static WireCount operator +(WireCount one, WireCount other) => new(
        one.Messages + other.Messages,
        one.Compressed + other.Compressed,
        one.PlainBytes + other.PlainBytes,
        one.WireBytes + other.WireBytes,
        one.Time + other.Time);
}
