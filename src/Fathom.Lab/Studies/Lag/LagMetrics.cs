using Fathom.Lab.Results;

namespace Fathom.Lab.Studies.Lag;

/// <summary>What the study <c>lag</c> measures: the client's time, and what the link's own packets say.</summary>
internal static class LagMetrics
{
    public static IReadOnlyList<MetricSpec> All { get; } =
    [
        new(new("wall_ms", "ms", Better.Lower, "time from the request to the last byte", Headline: true), f => f.OfClient("wall_ms")),
        Packets("bytes_per_round_trip", "bytes", Better.Higher, "new bytes sent in a round trip, median of those in which any were",
            headline: true),
        Packets("busy_round_trips", "count", Better.Lower, "round trips in which new bytes were sent", headline: true),
        Packets("segments_sent_again", "count", Better.Lower, "packets with data that had been sent before", headline: true),
        Packets("round_trip_ms", "ms", Better.Neither, "shortest time from data to its acknowledgement"),
        Packets("growing_round_trips", "count", Better.Neither,
            "round trips at the start, each with half as many bytes again as the one before, or more"),
        Packets("in_flight_bytes_max", "bytes", Better.Neither, "most bytes sent and not acknowledged at a time"),
        Packets("segments", "count", Better.Lower, "packets with data"),
        Packets("segment_bytes_max", "bytes", Better.Neither, "data of the largest packet"),
        new(new("client_cpu_us", "us", Better.Lower, "processor time of the client"), f => f.OfClient("cpu_us")),
    ];

    private static MetricSpec Packets(string id, string unit, Better better, string text, bool headline = false) =>
        new(new(id, unit, better, $"{text}; from the link's packets", headline), f => f.OfLink(id));
}
