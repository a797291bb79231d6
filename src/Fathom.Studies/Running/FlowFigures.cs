using Fathom.Records;
using Fathom.Link.Flows;
using Fathom.SubjectProtocol;

namespace Fathom.Studies.Running;

/// <summary>Figures of a connection's packets, under the names of metrics.</summary>
internal static class FlowFigures
{
    private const double Growing = 1.5;

    /// <summary>The figures of a connection.</summary>
    /// <param name="flow">The connection.</param>
    /// <param name="timed">Duration that the client measured, at the end of the connection; packets before it prepared the connection and
    /// do not count. Null: all packets count.</param>
    public static ProcessFigures Of(TcpFlow flow, TimeSpan? timed)
    {
        // Counted back from the last byte sent. The client saw it half a round trip later, or a whole one where the client sent it; a
        // quarter of a round trip separates the measured bytes from earlier ones in both cases.
        var since = timed is { } time && flow.Sent.Count > 0 ? flow.Sent[^1].Time + (flow.RoundTrip / 4) - (long)time.TotalNanoseconds : 0;
        var perRoundTrip = flow.BytesPerRoundTrip(since);
        return new ProcessFigures
        {
            Values = new Dictionary<string, double>
            {
                ["round_trip_ms"] = flow.RoundTrip / 1e6,
                ["bytes_per_round_trip"] = Median(perRoundTrip),
                ["busy_round_trips"] = perRoundTrip.Count,
                ["growing_round_trips"] = perRoundTrip.Zip(perRoundTrip.Skip(1)).TakeWhile(p => p.Second >= Growing * p.First).Count(),
                ["in_flight_bytes_max"] = flow.MaxInFlight,
                ["segments"] = flow.Segments,
                ["segments_sent_again"] = flow.Retransmitted,
                ["segment_bytes_max"] = flow.LargestSegment,
            },
            Series =
            [
                Series("sequence.sent", flow.Sent),
                Series("sequence.acknowledged", flow.Acknowledged),
                Series("sequence.allowed", flow.Allowed),
            ],
        };
    }

    private static double Median(IReadOnlyList<long> values)
    {
        var ordered = values.Order().ToList();
        return ordered.Count == 0 ? 0 : (ordered[(ordered.Count - 1) / 2] + ordered[ordered.Count / 2]) / 2.0;
    }

    // To the millisecond where the connection lasted seconds: no picture is finer.
    private static SampledSeries Series(string name, IReadOnlyList<FlowPoint> points)
    {
        var lastMs = points.Count > 0 ? points[^1].Time / 1e6 : 0;
        var decimals = lastMs switch { > 1000 => 0, > 100 => 1, _ => 2 };
        return new SampledSeries(name, "bytes", Downsampling.Staircase(
            [.. points.Select(p => (Math.Round(p.Time / 1e6, decimals), (double)p.Bytes))]));
    }
}
