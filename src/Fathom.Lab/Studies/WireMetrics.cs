using Fathom.Lab.Results;
using Fathom.SubjectProtocol;

namespace Fathom.Lab.Studies;

/// <summary>What went over the wire, for the record of every study: totals of a replicate, prefixes and HTTP/2's own bytes not
/// included.</summary>
internal static class WireMetrics
{
    public static IReadOnlyList<Metric> All { get; } =
    [
        Client("sent_messages", "count", "messages the client sent"),
        Client("sent_compressed", "count", "those of them that travelled compressed"),
        Client("sent_plain_bytes", "bytes", "bytes the client sent, before compression"),
        Client("sent_wire_bytes", "bytes", "bytes the client sent, as they travelled"),
        Client("received_messages", "count", "messages the client received"),
        Client("received_compressed", "count", "those of them that travelled compressed"),
        Client("received_plain_bytes", "bytes", "bytes the client received, decompressed"),
        Client("received_wire_bytes", "bytes", "bytes the client received, as they travelled"),
        new(new("client_codec_us", "us", Better.Lower, "time the client spent on compressing and decompressing"), f => CodecTime(f.Client)),
        new(new("server_codec_us", "us", Better.Lower, "time the server spent on compressing and decompressing"), f => CodecTime(f.Server)),
    ];

    private static Metric Client(string name, string unit, string text) =>
        new(new(name, unit, Better.Neither, text), f => f.OfClient(name));

    private static double? CodecTime(ProcessFigures process) =>
        process.Values.TryGetValue("sent_codec_us", out var sent) && process.Values.TryGetValue("received_codec_us", out var received)
            ? sent + received : null;
}
