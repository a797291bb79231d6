using Fathom.Records;
using Fathom.SubjectProtocol;

namespace Fathom.Studies;

/// <summary>What went over the wire, for the record of every study: totals of a replicate, prefixes and HTTP/2's own bytes not
/// included.</summary>
internal static class WireMetrics
{
    public static IReadOnlyList<Metric> All { get; } =
    [
        Client(ReportedValues.Sent.Messages, "count", "messages the client sent"),
        Client(ReportedValues.Sent.Compressed, "count", "those of them that travelled compressed"),
        Client(ReportedValues.Sent.PlainBytes, "bytes", "bytes the client sent, before compression"),
        Client(ReportedValues.Sent.WireBytes, "bytes", "bytes the client sent, as they travelled"),
        Client(ReportedValues.Received.Messages, "count", "messages the client received"),
        Client(ReportedValues.Received.Compressed, "count", "those of them that travelled compressed"),
        Client(ReportedValues.Received.PlainBytes, "bytes", "bytes the client received, decompressed"),
        Client(ReportedValues.Received.WireBytes, "bytes", "bytes the client received, as they travelled"),
        new(new("client_codec_us", "us", Better.Lower, "time the client spent on compressing and decompressing"), f => CodecTime(f.Client)),
        new(new("server_codec_us", "us", Better.Lower, "time the server spent on compressing and decompressing"), f => CodecTime(f.Server)),
    ];

    private static Metric Client(ReportedValue value, string unit, string text) =>
        new(new(value.Name, unit, Better.Neither, text), f => f.OfClient(value));

    private static double? CodecTime(ProcessFigures process) =>
        process.Find(ReportedValues.Sent.CodecTime) + process.Find(ReportedValues.Received.CodecTime);
}
