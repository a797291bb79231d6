using Fathom.Records;
using Fathom.Records.Loads;
using Fathom.Load.Counting;
using Fathom.Load.Grpc.Calls;

namespace Fathom.Tests.Cli.Loads;

/// <summary>Records of parts of a plan, made from latencies.</summary>
internal static class LoadRecords
{
    public static LoadRecord Part(string shard, IEnumerable<long> latencies, long beganMs = 1_700_000_000_000, params string[] flags)
    {
        var tally = new CallTally(CallOutcomes.Count);
        foreach (var latency in latencies)
        {
            tally.Add(0, new CallCompletion(0, 0, latency, 2, 3), isOpenLoop: true);
        }

        return new LoadRecord
        {
            Started = DateTimeOffset.FromUnixTimeMilliseconds(beganMs),
            BeganUnixMs = beganMs,
            ElapsedSeconds = 10,
            Valid = true,
            Command = ["load", "TARGET", "--call", "a.B/C", "--shard", shard, .. flags],
            Machine = new MachineInfo
            {
                Os = "Debian", Kernel = "6.1", Cpu = "a processor", Cores = 2, MemoryBytes = 1, Dotnet = "10.0",
            },
            Plan = new LoadPlanInfo
            {
                Call = "a.B/C", Kind = "unary", Tls = false, Arrivals = "constant", Rate = 100, Stages = [], Connections = 2,
                Channel = "reused", Threads = 1, Seed = 1, Shard = shard,
            },
            Calls = tally.Calls,
            WarmUpCalls = 1,
            Outcomes = new Dictionary<string, long> { ["OK"] = tally.Calls },
            Explanations = new Dictionary<string, string>(),
            Figures = TallyFigures.Of(tally, 10, new Dictionary<string, LoadFigureValue>
            {
                ["connections_lost"] = new(1, "count"), ["busiest_thread_share"] = new(0.25, "count"),
            }),
            Seconds =
            [
                new LoadSecond(0, tally.Calls, 0, null, null, tally.Latency.TotalCount > 0 ? 1 : null, 0,
                    TallyFigures.EncodeIfAny(tally.Latency)),
            ],
            LatencyHistogram = HistogramText.Encode(tally.Latency),
            LagHistogram = TallyFigures.EncodeIfAny(tally.Lag),
            Quantiles = [],
            Verdicts = [],
            Thresholds = [new LoadThresholdInfo("p50<1us", "nothing", true)],
        };
    }
}
