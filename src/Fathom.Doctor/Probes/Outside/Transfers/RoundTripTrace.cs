using Fathom.Diagnosis.Observations;
using Fathom.Statistics;

namespace Fathom.Doctor.Probes.Outside.Transfers;

/// <summary>What a transfer carries in each round trip, from the times of its DATA: a plateau names what limits it, a window or a sender
/// that waits; doubling is slow start.</summary>
/// <param name="Bursts">Bytes of each round trip that carried any.</param>
internal sealed record RoundTripTrace(IReadOnlyList<double> Bursts)
{
    // Round trips are alike within this, and grow by this at least.
    private const double Alike = 0.01;
    private const double MinGrowth = 1.5;

    // Fewer show no course, and nearby they tell nothing of the path.
    private const int LeastShown = 3;

    /// <summary>When each of these round trips began, from the first one's start, ms.</summary>
    public IReadOnlyList<double> BeganMs { get; init; } = [];

    /// <summary>The median of the bytes in a round trip, without the last, which is seldom full.</summary>
    public double Plateau => Sample.Median([.. Full]);

    /// <summary>The share of round trips that carried the same.</summary>
    public double Even => Full.Average(b => Math.Abs((b / Plateau) - 1) <= Alike ? 1.0 : 0);

    /// <summary>Round trips at the start that each carry at least half as much again as the one before.</summary>
    public int Growing => Full.Zip(Full.Skip(1)).TakeWhile(p => p.Second >= MinGrowth * p.First).Count();

    /// <summary>Keeps it among what is shown of an examination, where there is something to be seen.</summary>
    /// <param name="session">The examination.</param>
    /// <param name="what">Whose bytes they are, in a few words.</param>
    public void Show(ProbeSession session, string what)
    {
        if (Bursts.Count >= LeastShown && PathReach.IsFar(session.RoundTripMs))
        {
            session.Series.Add(new($"bytes in each round trip, {what}", "bytes", [.. BeganMs.Zip(Bursts)]));
        }
    }

    private IEnumerable<double> Full => Bursts.Count > 1 ? Bursts.Take(Bursts.Count - 1) : Bursts;

    /// <summary>Reads the times of a transfer's DATA.</summary>
    /// <param name="trace">Time and bytes of each DATA frame; at least one.</param>
    /// <param name="time">The clock of these times.</param>
    /// <param name="roundTripMs">The round trip, ms.</param>
    public static RoundTripTrace Of(IReadOnlyList<(long At, int Bytes)> trace, TimeProvider time, double roundTripMs)
    {
        // A burst begins with the first DATA after a pause of half a round trip: clocks of buckets would drift against the sender's.
        List<double> bursts = [], began = [];
        for (var i = 0; i < trace.Count; i++)
        {
            var isNew = i == 0 || time.GetElapsedTime(trace[i - 1].At, trace[i].At).TotalMilliseconds > roundTripMs / 2;
            if (isNew)
            {
                bursts.Add(0);
                began.Add(time.GetElapsedTime(trace[0].At, trace[i].At).TotalMilliseconds);
            }

            bursts[^1] += trace[i].Bytes;
        }

        return new RoundTripTrace(bursts) { BeganMs = began };
    }
}
