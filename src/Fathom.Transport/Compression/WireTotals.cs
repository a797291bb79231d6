namespace Fathom.Transport.Compression;

/// <summary>What went over a channel or host so far, its messages' prefixes and HTTP/2's own bytes not included.</summary>
/// <param name="Sent">What this side sent.</param>
/// <param name="Received">What it received.</param>
public readonly record struct WireTotals(WireCount Sent, WireCount Received)
{
    /// <summary>The difference of two moments.</summary>
    public static WireTotals operator -(WireTotals later, WireTotals earlier) =>
        new(later.Sent - earlier.Sent, later.Received - earlier.Received);

    /// <summary>The sum over several channels.</summary>
    public static WireTotals operator +(WireTotals one, WireTotals other) => new(one.Sent + other.Sent, one.Received + other.Received);
}

/// <summary>Messages of one direction.</summary>
/// <param name="Messages">Messages.</param>
/// <param name="Compressed">Those that travelled compressed.</param>
/// <param name="PlainBytes">Their bytes as the marshaller writes and reads them.</param>
/// <param name="WireBytes">Their bytes as they travelled.</param>
/// <param name="Time">Time spent on compressing or decompressing, also where a message was sent plain in the end.</param>
public readonly record struct WireCount(long Messages, long Compressed, long PlainBytes, long WireBytes, TimeSpan Time)
{
    /// <summary>The difference of two moments.</summary>
    public static WireCount operator -(WireCount later, WireCount earlier) => new(
        later.Messages - earlier.Messages,
        later.Compressed - earlier.Compressed,
        later.PlainBytes - earlier.PlainBytes,
        later.WireBytes - earlier.WireBytes,
        later.Time - earlier.Time);

    /// <summary>The sum over several channels.</summary>
    public static WireCount operator +(WireCount one, WireCount other) => new(
        one.Messages + other.Messages,
        one.Compressed + other.Compressed,
        one.PlainBytes + other.PlainBytes,
        one.WireBytes + other.WireBytes,
        one.Time + other.Time);
}
