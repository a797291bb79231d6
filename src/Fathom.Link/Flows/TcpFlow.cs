namespace Fathom.Link.Flows;

/// <summary>
/// One TCP connection as the end that sent most of its data saw it: what left that end's device, and which acknowledgements reached it.
/// Read off the packets of the link itself (<see cref="FlowReader"/>), so that nothing between program and line is guessed at. Immutable.
/// Times are nanoseconds since the first packet.
/// </summary>
public sealed record TcpFlow
{
    /// <summary>Whether the far end is the one that sent most.</summary>
    public required bool SentByFarEnd { get; init; }

    /// <summary>Bytes of data sent, each counted once.</summary>
    public required long Bytes { get; init; }

    /// <summary>Packets with data, those sent again counted in.</summary>
    public required int Segments { get; init; }

    /// <summary>Packets with data that had been sent before.</summary>
    public required int Retransmitted { get; init; }

    /// <summary>The largest packet's data, bytes.</summary>
    public required int LargestSegment { get; init; }

    /// <summary>The shortest time from data to its acknowledgement, nanoseconds; 0 where nothing was acknowledged.</summary>
    public required long RoundTrip { get; init; }

    /// <summary>The most bytes that were sent and not acknowledged at a time.</summary>
    public required long MostInFlight { get; init; }

    /// <summary>The end of what was sent, each time it grew.</summary>
    public required IReadOnlyList<FlowPoint> Sent { get; init; }

    /// <summary>The end of what was acknowledged, each time it grew.</summary>
    public required IReadOnlyList<FlowPoint> Acknowledged { get; init; }

    /// <summary>The end of what the receiver allowed to be sent (its window, counted from what it acknowledged), each time that
    /// changed.</summary>
    public required IReadOnlyList<FlowPoint> Allowed { get; init; }

    /// <summary>
    /// Bytes sent for the first time in each round trip since the first of them; round trips in which there were none (the sender waited
    /// for a timer) are left out. Doubling is slow start, a plateau a window, one constant small number a sender that waits.
    /// </summary>
    /// <param name="since">What was sent before is left out, nanoseconds.</param>
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
                // The next one begins with what ended the wait, so that what is sent once per round trip never falls into one twice.
                (begin, sum) = (point.Time, 0);
            }

            sum += point.Bytes - last;
            last = point.Bytes;
        }

        result.Add(sum);
        return result;
    }
}
