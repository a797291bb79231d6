using Fathom.TestKit;
using Fathom.Transport.Compression;
using static System.FormattableString;

namespace Fathom.Tests.Transport.Compression.Simulation;

/// <summary>
/// Adaptive compression against always and never, in virtual time: lines of 1 Mbit/s to 10 Gbit/s, payloads that become 1 to 400 times
/// smaller, codecs of 5 MB/s to 2.5 GB/s whose samples mislead, disturbed measurements, cold first messages, slow start, and peers that
/// keep none, some or all of their last acknowledgements back.
/// </summary>
internal static class AdaptiveComparison
{
    private const double Bound = 1.10;

    private static readonly double[] Megabits = [1, 3, 10, 30, 60, 100, 150, 300, 450, 1000, 2500, 10_000];
    private static readonly double[] Ratios = [1, 1.05, 1.5, 2.5, 5, 20, 400];
    private static readonly double[] Speeds = [5e6, 20e6, 80e6, 150e6, 300e6, 700e6, 2500e6];

    // Bytes of a record, round trip in seconds, the fastest line in Mbit/s, and how much of its last acknowledgements the peer keeps back.
    public static TheoryData<int, double, double, double> Lines { get; } = new()
    {
        { VirtualDownloads.Size, 0.0001, 10_000, 0 },
        { VirtualDownloads.Size, 0.001, 450, 0 },
        { 64 * 1024, 0.0001, 10_000, 0 },
        { 64 * 1024, 0.001, 450, 0 },
        { VirtualDownloads.Size, 0.0001, 10_000, 0.2 },
        { VirtualDownloads.Size, 0.001, 450, 0.2 },
        { VirtualDownloads.Size, 0.0001, 10_000, 1 },
        { VirtualDownloads.Size, 0.001, 450, 1 },
        { 64 * 1024, 0.0001, 10_000, 1 },
        { 64 * 1024, 0.001, 450, 1 },
    };

    public static List<string> Worse(int recordSize, double roundTrip, double fastest, double late, int before, int counted,
        Func<VirtualCodec, double> toLearn)
    {
        List<(double Times, string Text)> worse = [];
        var seed = 0;
        foreach (var (megabit, ratio, speed) in from m in Megabits.Where(m => m <= fastest) from r in Ratios from s in Speeds select (
            m, r, s))
        {
            seed++;
            if (seed % Thorough.Count(6, 2, 1) != 0)
            {
                continue;
            }

            var random = new Random(seed);
            var codec = new VirtualCodec(ratio, speed, speed * 3) { SampleSpeed = 0.9 + (0.7 * random.NextDouble()),
                SampleSize = ratio > 1.1 ? 0.9 + (0.3 * random.NextDouble()) : 1 };
            double Total(bool? always, out MethodCompressionReport decision)
            {
                var downloads = new VirtualDownloads(new VirtualLine(megabit * 125_000, roundTrip, late), codec, recordSize, seed);
                for (var i = 0; i < before; i++)
                {
                    downloads.Next(always);
                }

                var total = 0.0;
                for (var i = 0; i < counted; i++)
                {
                    total += downloads.Next(always);
                }

                decision = downloads.Decision;
                return total;
            }

            var (plain, compressed, adaptive) = (Total(false, out _), Total(true, out _), Total(null, out var decision));
            var times = (adaptive - toLearn(codec)) / Math.Min(plain, compressed);
            if (times > Bound)
            {
                var line = Invariant($"{megabit} Mbit/s, {speed / 1e6} MB/s {codec.SampleSpeed:0.00}, 1/{ratio}");
                var results = Invariant($"plain {plain:0.000}, compressed {compressed:0.000}, adaptive {adaptive:0.000} s");
                worse.Add((times, Invariant($"{times:0.00} x: {line}: {results}; {decision}")));
            }
        }

        return [.. worse.OrderByDescending(w => w.Times).Select(w => w.Text)];
    }
}
