using Fathom.Statistics;

namespace Fathom.Bench.Soak;

/// <summary>A figure of a process over a soak run, and whether it is level: the last third of its samples compared with the
/// first.</summary>
/// <param name="Name">Process and figure.</param>
/// <param name="Unit">Its unit.</param>
/// <param name="Slack">Permitted excess of the last third over the first, for pools and caches.</param>
/// <param name="Minutes">When each sample was taken.</param>
/// <param name="Samples">The samples.</param>
internal sealed record SoakTrend(string Name, string Unit, double Slack, IReadOnlyList<double> Minutes, IReadOnlyList<double> Samples)
{
    public double FirstThird => Median(Samples.Take(Third));

    public double LastThird => Median(Samples.TakeLast(Third));

    /// <summary>Slope by least squares.</summary>
    public double SlopePerMinute
    {
        get
        {
            var (x, y) = (Minutes.Average(), Samples.Average());
            var spread = Minutes.Sum(minute => (minute - x) * (minute - x));
            return spread == 0 ? 0 : Minutes.Zip(Samples, (minute, sample) => (minute - x) * (sample - y)).Sum() / spread;
        }
    }

    public bool IsLevel => LastThird <= FirstThird + Math.Max(Slack, FirstThird / 10);

    private int Third => Math.Max(1, Samples.Count / 3);

    private static double Median(IEnumerable<double> values) => Sample.Median([.. values]);
}
