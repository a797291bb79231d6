using Fathom.Records;
using Fathom.Records.Loads;

namespace Fathom.Tests.Records.Changes;

/// <summary>Records of load, made from the figures of their seconds.</summary>
internal static class SyntheticLoads
{
    /// <summary>A run of so many whole seconds after a first and before a last one, which nothing may be concluded from.</summary>
    /// <param name="seconds">How many.</param>
    /// <param name="second">The figures of a second: calls, failed calls, p50 and p99 in microseconds.</param>
    public static LoadRecord Of(int seconds, Func<int, (long Calls, long Failed, double P50, double P99)> second)
    {
        var all = Enumerable.Range(1, seconds).Select(n => (Second: n, Figures: second(n))).Where(s => s.Figures.Calls > 0)
            .Select(s => new LoadSecond(
                s.Second, s.Figures.Calls, s.Figures.Failed, s.Figures.P50, s.Figures.P99, 2 * s.Figures.P99, 0)).ToList();
        var (calls, failed) = (all.Sum(s => s.Calls), all.Sum(s => s.Failed));
        return new LoadRecord
        {
            Started = new DateTimeOffset(2026, 1, 31, 12, 0, 0, TimeSpan.Zero),
            ElapsedSeconds = seconds + 1.5,
            CountedSeconds = seconds + 1.5,
            Valid = true,
            Command = ["load", "TARGET", "--call", "a.B/C", "--rps", "100"],
            Machine = new MachineInfo
            {
                Os = "Debian", Kernel = "6.1", Cpu = "a processor", Cores = 2, MemoryBytes = 1, Dotnet = "10.0",
            },
            Plan = new LoadPlanInfo
            {
                Call = "a.B/C", Kind = "unary", Tls = false, Arrivals = "constant", Rate = 100, Stages = [], Connections = 1,
                Channel = "reused", Threads = 1, Seed = 1, Shard = "1/1",
            },
            Calls = calls,
            WarmUpCalls = 0,
            Outcomes = new Dictionary<string, long> { ["OK"] = calls - failed, ["UNAVAILABLE"] = failed },
            Explanations = new Dictionary<string, string>(),
            Figures = new Dictionary<string, LoadFigureValue>
            {
                ["rate"] = new(calls / (double)seconds, "1/s"),
                ["latency_p50"] = new(all.Average(s => s.P50Us!.Value), "us"),
                ["latency_p90"] = new(all.Average(s => s.P99Us!.Value) / 2, "us"),
                ["latency_p99"] = new(all.Average(s => s.P99Us!.Value), "us"),
            },
            Seconds = [new(0, 1, 0, 1e6, 1e6, 1e6, 0), .. all, new(seconds + 1, 1, 0, 1e6, 1e6, 1e6, 0)],
            LatencyHistogram = "HISTFAAA",
            Quantiles = [],
            Verdicts = [],
            Thresholds = [],
        };
    }
}
