using Fathom.SubjectProtocol;
using Fathom.Transport.Compression;

namespace Fathom.Subjects.Measuring;

/// <summary>Reports what a channel or host transferred.</summary>
public static class WireFigures
{
    /// <summary>Adds the counters to a subject's values.</summary>
    public static void Add(IDictionary<string, double> values, in WireTotals wire)
    {
        Add(values, ReportedValues.Sent, wire.Sent);
        Add(values, ReportedValues.Received, wire.Received);
    }

    private static void Add(IDictionary<string, double> values, ReportedTraffic traffic, in WireCount count)
    {
        values[traffic.Messages] = count.Messages;
        values[traffic.Compressed] = count.Compressed;
        values[traffic.PlainBytes] = count.PlainBytes;
        values[traffic.WireBytes] = count.WireBytes;
        values[traffic.CodecTime] = count.Time.TotalMicroseconds;
    }
}
