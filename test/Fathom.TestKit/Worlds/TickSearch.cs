using Fathom.Diagnosis.Experiments;
using Fathom.Statistics;

namespace Fathom.TestKit.Worlds;

/// <summary>Starts calls at different times after the end of the one before: do they end on the ticks of a timer?</summary>
internal static class TickSearch
{
    /// <summary>Periods that a round takes.</summary>
    public const double Periods = 9;

    private const int BackToBack = 5;
    private const int MaxRounds = 3;
    private const double PreferredMs = 2_500;

    // Of a period; beyond one as well, since a limit of the rate has no tick then.
    private static readonly double[] Pauses = [0.5, 1.2, 0.8, 1.5, 0.2, 1.8];

    /// <summary>The distance from a tick within which two of three calls end, a share of a period: 0.33 where there are no ticks.</summary>
    /// <param name="world">The world.</param>
    /// <param name="callMs">About how long a call takes, ms.</param>
    /// <param name="cancellation">Ends it.</param>
    public static async Task<double> MisfitAsync(World world, double callMs, CancellationToken cancellation)
    {
        var rounds = Math.Clamp((int)(PreferredMs / (Periods * callMs)), 1, MaxRounds);
        var periods = new List<double>();
        var misfits = new List<double>();
        for (var round = 0; round < rounds; round++)
        {
            var row = await world.RunAsync(new ServiceTrial { Calls = BackToBack + 1 }, cancellation);
            periods.AddRange(row.EndMs.Zip(row.EndMs.Skip(1), (before, after) => after - before));
            var period = Sample.Median([.. periods]);
            var lastMs = row.BeganMs + row.EndMs[^1];
            foreach (var pause in Pauses)
            {
                var left = Math.Max(0, lastMs + (pause * period) - world.NowMs);
                var call = await world.RunAsync(new ServiceTrial { Pause = TimeSpan.FromMilliseconds(left) }, cancellation);
                var endMs = call.BeganMs + call.EndMs[^1];
                var ticks = (endMs - lastMs) / period;
                misfits.Add(Math.Abs(ticks - Math.Round(ticks)));
                lastMs = endMs;
            }
        }

        return misfits.Order().ElementAt(misfits.Count * 2 / 3);
    }
}
