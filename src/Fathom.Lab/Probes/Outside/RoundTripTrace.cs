using Fathom.Statistics;

namespace Fathom.Lab.Probes.Outside;

/// <summary>What a reply brings in each round trip, from the times of its DATA.</summary>
internal static class RoundTripTrace
{
    /// <summary>The median of the bytes in a round trip, of those that brought any, without the last, which is seldom full. A plateau names
    /// what limits it: a window, or a sender that waits.</summary>
    /// <param name="trace">Time and bytes of each DATA frame; at least one.</param>
    /// <param name="time">The clock of these times.</param>
    /// <param name="roundTripMs">The round trip, ms.</param>
    public static double Plateau(IReadOnlyList<(long At, int Bytes)> trace, TimeProvider time, double roundTripMs)
    {
        // A burst begins with the first DATA after a pause of half a round trip: clocks of buckets would drift against the sender's.
        List<double> bursts = [];
        for (var i = 0; i < trace.Count; i++)
        {
            var isNew = i == 0 || time.GetElapsedTime(trace[i - 1].At, trace[i].At).TotalMilliseconds > roundTripMs / 2;
            if (isNew)
            {
                bursts.Add(0);
            }

            bursts[^1] += trace[i].Bytes;
        }

        return Sample.Median([.. bursts.Count > 1 ? bursts.Take(bursts.Count - 1) : bursts]);
    }
}
