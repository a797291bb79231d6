using Fathom.Diagnosis.Observations;
using Fathom.Records;
using Fathom.SubjectProtocol;

namespace Fathom.Studies.Lag;

/// <summary>What the study <c>lag</c> measures: the client's time, and figures of the link's own packets.</summary>
internal static class LagMetrics
{
    public static Metric WallTime { get; } =
        new(new("wall_ms", "ms", Better.Lower, "time from the request to the last byte", Headline: true),
            f => f.OfClient(ReportedValues.WallTime))
        {
            Observes = CallQuantities.WallTime,
        };

    public static IReadOnlyList<Metric> All { get; } =
    [
        WallTime,
        Packets("bytes_per_round_trip", "bytes", Better.Higher, "new bytes sent in a round trip, median of those in which any were",
            LinkQuantities.BytesPerRoundTrip, headline: true),
        Packets("busy_round_trips", "count", Better.Lower, "round trips in which new bytes were sent", LinkQuantities.BusyRoundTrips,
            headline: true),
        Packets("segments_sent_again", "count", Better.Lower, "packets with data that had been sent before",
            LinkQuantities.PacketsSentAgain, headline: true),
        // Observed by no cause: the round trip that a cause reads is the link's, without what queues add.
        Packets("round_trip_ms", "ms", Better.Neither, "shortest time from data to its acknowledgement", null),
        Packets("growing_round_trips", "count", Better.Neither,
            "round trips at the start, each with half as many bytes again as the one before, or more", LinkQuantities.GrowingRoundTrips),
        Packets("in_flight_bytes_max", "bytes", Better.Neither, "most bytes sent and not acknowledged at a time", null),
        Packets("segments", "count", Better.Lower, "packets with data", LinkQuantities.Packets),
        Packets("segment_bytes_max", "bytes", Better.Neither, "data of the largest packet", LinkQuantities.LargestPacketData),
        new(new("client_cpu_us", "us", Better.Lower, "processor time of the client"), f => f.OfClient(ReportedValues.CpuTime)),
    ];

    private static Metric Packets(
        string id, string unit, Better better, string text, Quantity<double>? observes, bool headline = false) =>
        new(new(id, unit, better, $"{text}; from the link's packets", headline), f => f.OfLink(id))
        {
            Observes = observes,
            IsFromPackets = true,
        };
}
