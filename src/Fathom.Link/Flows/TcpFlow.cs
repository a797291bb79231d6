namespace Fathom.Link.Flows;

/// <summary>
/// One TCP connection, seen at the end that sent most of its data: the segments it sent and the acknowledgements it received, as captured
/// on the link (<see cref="FlowReader"/>). Immutable. Times are nanoseconds since the first packet.
/// </summary>
public sealed record TcpFlow
{
    /// <summary>Whether the far end sent most of the data.</summary>
    public required bool SentByFarEnd { get; init; }

    /// <summary>Bytes of data sent, each counted once.</summary>
    public required long Bytes { get; init; }

    /// <summary>Segments with data, retransmissions included.</summary>
    public required int Segments { get; init; }

    /// <summary>Retransmitted segments.</summary>
    public required int Retransmitted { get; init; }

    /// <summary>Largest payload of a segment, bytes.</summary>
    public required int LargestSegment { get; init; }

    /// <summary>Shortest time from data to its acknowledgement, nanoseconds; 0 without acknowledgements.</summary>
    public required long RoundTrip { get; init; }

    /// <summary>Maximum bytes in flight: sent and not acknowledged.</summary>
    public required long MaxInFlight { get; init; }

    /// <summary>Highest position sent, at each increase.</summary>
    public required IReadOnlyList<FlowPoint> Sent { get; init; }

    /// <summary>Highest position acknowledged, at each increase.</summary>
    public required IReadOnlyList<FlowPoint> Acknowledged { get; init; }

    /// <summary>Highest position that the receiver's window allows, at each change.</summary>
    public required IReadOnlyList<FlowPoint> Allowed { get; init; }

    /// <summary>
    /// Bytes sent for the first time in each round trip, without round trips in which the sender waited for a timer. Doubling values mean
    /// slow start, a plateau a full window, a small constant a stop-and-wait sender.
    /// </summary>
    /// <param name="since">Start of the first round trip, nanoseconds.</param>
    public IReadOnlyList<long> BytesPerRoundTrip(long since = 0)
    {
        var first = Sent.TakeWhile(p => p.Time < since).Count();
        if (first == Sent.Count || RoundTrip == 0)
        {
            return [];
        }

        var result = new List<long>();
        var (begin, sum, last) = (Sent[first].Time, 0L, first == 0 ? 0 : Sent[first - 1].Bytes);
        foreach (var point in Sent.Skip(first))
        {
            if (point.Time - begin >= RoundTrip)
            {
                result.Add(sum);
                // The next round trip starts with this segment, so that one transmission per round trip is never counted twice in one.
                (begin, sum) = (point.Time, 0);
            }

            sum += point.Bytes - last;
            last = point.Bytes;
        }

        result.Add(sum);
        return result;
    }
}

/// <summary>A value that holds from a moment on.</summary>
/// <param name="Time">Nanoseconds since the connection's first packet.</param>
/// <param name="Bytes">Bytes of the stream.</param>
public readonly record struct FlowPoint(long Time, long Bytes);
