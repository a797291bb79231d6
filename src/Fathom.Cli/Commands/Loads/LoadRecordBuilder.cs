using Fathom.Cli.Commands.Calls;
using Fathom.Load.Audits;
using Fathom.Load.Counting;
using Fathom.Load.Grpc;
using Fathom.Load.Grpc.Calls;
using Fathom.Machines;
using Fathom.Records.Loads;
using Fathom.Wire.Grpc;

namespace Fathom.Cli.Commands.Loads;

/// <summary>Makes the record of a run that has ended.</summary>
internal sealed class LoadRecordBuilder(LoadSpec spec, GrpcLoadRun run, IReadOnlyDictionary<int, string> secondHistograms)
{
    private readonly CallTally _total = run.Collector.Total;
    private readonly GeneratorFigures _generator = run.Generator;
    private readonly CallTally _warmUp = run.WarmUp;

    /// <summary>Makes the record.</summary>
    /// <param name="started">When the run started.</param>
    /// <param name="began">When its calls began.</param>
    /// <param name="endedBy">What ended it early; null where it came to its end.</param>
    /// <param name="pauses">How long the collector stopped the process.</param>
    public LoadRecord Build(DateTimeOffset started, DateTimeOffset began, string? endedBy, TimeSpan pauses)
    {
        var isPartial = endedBy is not null;
        var verdicts = RunAudit.Judge(Audit(pauses, isPartial));
        return new LoadRecord
        {
            Started = started,
            BeganUnixMs = began.ToUnixTimeMilliseconds(),
            ElapsedSeconds = _generator.Seconds,
            Partial = isPartial,
            EndedBy = endedBy,
            Valid = !verdicts.Any(v => v.IsInvalid),
            Command = spec.Command,
            Machine = MachineProbe.Describe(),
            Plan = Plan(),
            Calls = _total.Calls,
            WarmUpCalls = _warmUp.Calls,
            Outcomes = Outcomes().ToDictionary(o => CallOutcomes.NameOf(o), o => _total.Outcomes[o]),
            Explanations = Outcomes().Where(o => o != 0 && !string.IsNullOrEmpty(run.Failures[o]))
                .ToDictionary(CallOutcomes.NameOf, o => run.Failures[o]!),
            Methods = spec.Target.Mix.Count == 0 ? null : [.. spec.Target.Mix.Zip(run.Methods,
                (m, tally) => MethodFigures.Of(m.Path[1..], m.Weight, tally, _generator.CountedSeconds))],
            Figures = Figures(pauses),
            Seconds = [.. run.Collector.Seconds.Select(s => new LoadSecond(s.Second, s.Calls, s.Failed, s.P50 / 1e3, s.P99 / 1e3,
                s.Longest / 1e3, s.Messages, secondHistograms.GetValueOrDefault(s.Second)))],
            LatencyHistogram = HistogramText.Encode(_total.Latency),
            LagHistogram = TallyFigures.EncodeIfAny(_total.Lag),
            FailureHistogram = TallyFigures.EncodeIfAny(_total.FailureLatency),
            FirstMessageHistogram = TallyFigures.EncodeIfAny(_total.Streams.FirstMessage),
            MessageGapHistogram = TallyFigures.EncodeIfAny(_total.Streams.Gap),
            AnswerHistogram = TallyFigures.EncodeIfAny(_total.Streams.Answer),
            Quantiles = TallyFigures.Quantiles(_total.Latency),
            Verdicts = [.. verdicts.Select(v => new LoadVerdict(v.Id, v.IsInvalid, v.Text))],
            Thresholds = TallyFigures.Judge(spec.Thresholds, _total, _generator.CountedSeconds),
        };
    }

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
        AwaySeconds = _generator.AwaySeconds,
        WasLimited = _generator.WasLimited,
    };

    private static double Finite(double value) => double.IsFinite(value) ? value : 0;

    private Dictionary<string, LoadFigureValue> Figures(TimeSpan pauses)
    {
        var seconds = _generator.Seconds;
        return TallyFigures.Of(_total, _generator.CountedSeconds, new Dictionary<string, LoadFigureValue>
        {
            ["connections_opened"] = new(_generator.Connections, "count"),
            ["connections_lost"] = new(run.ConnectionsLost, "count"),
            ["failed_attempts"] = new(run.FailedAttempts, "count"),
            ["away"] = new(_generator.AwaySeconds, "s"),
            ["busiest_thread_share"] = new(_generator.LoopUse.Max(), "count"),
            ["processor_time"] = new(_generator.LoopUse.Sum() * seconds, "s"),
            ["collector_pauses"] = new(pauses.TotalSeconds, "s"),
        });
    }

    private LoadPlanInfo Plan() => new()
    {
        Call = spec.Call,
        Kind = MethodKinds.NameOf(spec.Target.Kind),
        Tls = spec.Target.Server.UsesTls,
        Arrivals = spec.Plan.Rate is null ? "closed" : spec.Plan.IsPoisson ? "poisson" : "constant",
        Concurrency = spec.Plan.Concurrency,
        Rate = spec.Plan.Rate?.StartRate,
        Stages = spec.Stages,
        Connections = spec.Target.Connections,
        Channel = spec.Target.Channel switch { ChannelUse.Reused => "reused", ChannelUse.New => "new", _ => "per-call" },
        Threads = spec.Target.Threads,
        StreamForSeconds = spec.Target.StreamFor?.TotalSeconds,
        AcceptedStatuses = spec.Target.AcceptedStatuses.Count == 0 ? null
            : [.. spec.Target.AcceptedStatuses.Order().Select(s => s.CanonicalName())],
        Seed = spec.Plan.Seed,
        Shard = spec.Shard,
    };
}
