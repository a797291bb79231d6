using Fathom.Lab.Results.Words;
using Fathom.Lab.Results.Loads;
using Fathom.Lab.Running;
using Fathom.Load.Audits;
using Fathom.Load.Counting;
using Fathom.Load.Grpc;
using Fathom.Load.Grpc.Calls;
using Fathom.Load.Thresholds;
using Fathom.Transport.Calls;
using HdrHistogram;

namespace Fathom.Cli.Commands.Loads;

/// <summary>Makes the record of a run that has ended.</summary>
internal sealed class LoadRecordBuilder(LoadSpec spec, GrpcLoadRun run)
{
    private static readonly (string Name, double Percent)[] Percentiles =
        [("p50", 50), ("p75", 75), ("p90", 90), ("p95", 95), ("p99", 99), ("p99_9", 99.9), ("p99_99", 99.99)];

    private readonly CallTally _total = run.Collector.Total;
    private readonly GeneratorFigures _generator = run.Generator;
    private readonly CallTally _warmUp = run.WarmUp;

    /// <summary>Makes the record.</summary>
    /// <param name="started">When the run started.</param>
    /// <param name="isPartial">Whether it was interrupted.</param>
    /// <param name="pauses">How long the collector stopped the process.</param>
    public LoadRecord Build(DateTimeOffset started, bool isPartial, TimeSpan pauses)
    {
        var verdicts = RunAudit.Judge(Audit(pauses, isPartial));
        return new LoadRecord
        {
            Started = started,
            ElapsedSeconds = _generator.Seconds,
            Partial = isPartial,
            Valid = !verdicts.Any(v => v.IsInvalid),
            Command = spec.Command,
            Machine = MachineProbe.Describe(),
            Plan = Plan(),
            Calls = _total.Calls,
            WarmUpCalls = _warmUp.Calls,
            Outcomes = Outcomes().ToDictionary(o => CallOutcomes.NameOf(o), o => _total.Outcomes[o]),
            Explanations = Outcomes().Where(o => o != 0 && !string.IsNullOrEmpty(run.Failures[o]))
                .ToDictionary(CallOutcomes.NameOf, o => run.Failures[o]!),
            Figures = Figures(pauses),
            Seconds = [.. run.Collector.Seconds.Select(s => new LoadSecond(
                s.Second, s.Calls, s.Failed, s.P50 / 1e3, s.P99 / 1e3, s.Longest / 1e3, s.Messages))],
            LatencyHistogram = LatencyHistograms.Encode(_total.Latency),
            Quantiles = Quantiles(),
            Verdicts = [.. verdicts.Select(v => new LoadVerdict(v.Id, v.IsInvalid, v.Text))],
            Thresholds = [.. spec.Thresholds.Select(t => ThresholdResult.Of(t, _total, _generator.Seconds))
                .Select(t => new LoadThresholdInfo(t.Threshold.Text, Text(t), t.Holds))],
        };
    }

    private static string Text(ThresholdResult result) => result.Measured is not { } value ? "nothing" : result.Threshold.Figure switch
    {
        LoadFigure.Errors => $"{Amount.Number(value * 100)} %",
        LoadFigure.Rate => Amount.Show(value, "1/s"),
        _ => Amount.Show(value / 1e3, "us"),
    };

    private IEnumerable<int> Outcomes() => Enumerable.Range(0, CallOutcomes.Count).Where(o => _total.Outcomes[o] > 0);

    private AuditInput Audit(TimeSpan pauses, bool isPartial) => new()
    {
        IsOpenLoop = spec.Plan.Rate is not null,
        Wanted = isPartial ? 0 : Finite(spec.Plan.Wanted),
        Made = _total.Calls + _warmUp.Calls,
        Seconds = _generator.Seconds,
        ThreadUse = _generator.LoopUse,
        LagP99 = LatencyHistograms.PercentileOf(_total.Lag, 99),
        LatencyP99 = LatencyHistograms.PercentileOf(_total.Latency, 99),
        CollectorPauses = pauses.TotalSeconds,
        WasLimited = _generator.WasLimited,
    };

    private static double Finite(double value) => double.IsFinite(value) ? value : 0;

    private Dictionary<string, LoadFigureValue> Figures(TimeSpan pauses)
    {
        var seconds = _generator.Seconds;
        var figures = new Dictionary<string, LoadFigureValue>
        {
            ["rate"] = new(seconds > 0 ? _total.Calls / seconds : 0, "1/s"),
            ["successful_rate"] = new(seconds > 0 ? _total.Outcomes[0] / seconds : 0, "1/s"),
            ["sent_bytes"] = new(_total.SentBytes, "bytes"),
            ["received_bytes"] = new(_total.ReceivedBytes, "bytes"),
            ["connections_opened"] = new(_generator.Connections, "count"),
            ["connections_lost"] = new(run.ConnectionsLost, "count"),
            ["busiest_thread_share"] = new(_generator.LoopUse.Max(), "count"),
            ["processor_time"] = new(_generator.LoopUse.Sum() * seconds, "s"),
            ["collector_pauses"] = new(pauses.TotalSeconds, "s"),
        };
        Add(figures, "latency", _total.Latency);
        Add(figures, "lag", _total.Lag);
        Add(figures, "message_gap", _total.MessageGap);
        if (_total.Messages > 0)
        {
            figures["message_rate"] = new(_total.Messages / seconds, "1/s");
        }

        return figures;
    }

    private static void Add(Dictionary<string, LoadFigureValue> figures, string name, HistogramBase histogram)
    {
        if (histogram.TotalCount == 0)
        {
            return;
        }

        figures[$"{name}_mean"] = new(histogram.GetMean() / 1e3, "us");
        figures[$"{name}_max"] = new(histogram.GetMaxValue() / 1e3, "us");
        foreach (var (percentile, percent) in Percentiles)
        {
            figures[$"{name}_{percentile}"] = new(histogram.GetValueAtPercentile(percent) / 1e3, "us");
        }
    }

    private List<LoadQuantile> Quantiles() => _total.Latency.TotalCount == 0 ? []
        : [.. _total.Latency.Percentiles(5)
            .Select(p => new LoadQuantile(p.PercentileLevelIteratedTo / 100, p.ValueIteratedTo / 1e3)).DistinctBy(q => q.Share)];

    private LoadPlanInfo Plan() => new()
    {
        Call = spec.Call,
        Kind = spec.Target.Kind switch
        {
            MethodKind.Unary => "unary",
            MethodKind.ClientStreaming => "client-streaming",
            MethodKind.ServerStreaming => "server-streaming",
            _ => "duplex",
        },
        Tls = spec.Target.Address.Scheme == "https",
        Arrivals = spec.Plan.Rate is null ? "closed" : spec.Plan.IsPoisson ? "poisson" : "constant",
        Concurrency = spec.Plan.Concurrency,
        Rate = spec.Plan.Rate?.StartRate,
        Stages = spec.Stages,
        Connections = spec.Target.Connections,
        Channel = spec.Target.Channel switch { ChannelUse.Reused => "reused", ChannelUse.New => "new", _ => "per-call" },
        Threads = spec.Target.Threads,
        Seed = spec.Plan.Seed,
        Shard = spec.Shard,
    };
}
