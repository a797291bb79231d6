using Fathom.Transport.Compression;

namespace Fathom.Subjects.Protocol;

/// <summary>What went over the wire, by the names of the subject protocol.</summary>
public static class WireFigures
{
    /// <summary>Adds them to what a subject reports.</summary>
    public static void Add(IDictionary<string, double> values, in WireTotals wire)
    {
        Add(values, "sent", wire.Sent);
        Add(values, "received", wire.Received);
    }

    private static void Add(IDictionary<string, double> values, string direction, in WireCount count)
    {
        values[$"{direction}_messages"] = count.Messages;
        values[$"{direction}_compressed"] = count.Compressed;
        values[$"{direction}_plain_bytes"] = count.PlainBytes;
        values[$"{direction}_wire_bytes"] = count.WireBytes;
        values[$"{direction}_codec_us"] = count.Time.TotalMicroseconds;
    }
}
