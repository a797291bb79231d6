using Fathom.Load.Audits;
using Fathom.Load.Counting;
using Fathom.Load.Results;
using Fathom.Load.Thresholds;

namespace Fathom.Records.Loads;

/// <summary>What a record of load says of its run beside what was measured.</summary>
/// <param name="Started">When the run started, UTC.</param>
/// <param name="Machine">The machine of the generator.</param>
/// <param name="Plan">What the run did.</param>
/// <param name="Command">The arguments of <c>fathom</c> that repeat it, without secrets.</param>
/// <param name="Thresholds">What it must hold.</param>
public sealed record LoadRunInfo(DateTimeOffset Started, MachineInfo Machine, LoadPlanInfo Plan, IReadOnlyList<string> Command,
    IReadOnlyList<LoadThreshold> Thresholds);

/// <summary>Makes the record of a run that has ended.</summary>
public static class LoadRecordBuilder
{
    /// <summary>Makes the record.</summary>
    /// <param name="info">What the run was.</param>
    /// <param name="result">What it measured.</param>
    /// <param name="endedBy">What ended it early; null where it came to its end.</param>
    public static LoadRecord Build(LoadRunInfo info, LoadResult result, string? endedBy)
    {
        ArgumentNullException.ThrowIfNull(info);
        ArgumentNullException.ThrowIfNull(result);
        var (total, generator, names) = (result.Total, result.Generator, result.OutcomeNames);
        var verdicts = RunAudit.Judge(result);
        var outcomes = TallyFigures.Outcomes(total, names);
        return new LoadRecord
        {
            Started = info.Started,
            BeganUnixMs = result.Began.ToUnixTimeMilliseconds(),
            ElapsedSeconds = generator.Seconds,
            CountedSeconds = generator.CountedSeconds,
            Partial = endedBy is not null,
            EndedBy = endedBy,
            Valid = !verdicts.Any(v => v.IsInvalid),
            Command = info.Command,
            Machine = info.Machine,
            Plan = info.Plan,
            Calls = total.Calls,
            WarmUpCalls = result.WarmUpCalls,
            Outcomes = outcomes,
            Explanations = names.Zip(result.Explanations).Skip(1)
                .Where(e => outcomes.ContainsKey(e.First) && !string.IsNullOrEmpty(e.Second)).ToDictionary(e => e.First, e => e.Second!),
            Methods = result.Methods.Count == 0 ? null
                : [.. result.Methods.Select(m => MethodFigures.Of(m, names, generator.CountedSeconds))],
            Figures = TallyFigures.Of(total, generator.CountedSeconds, Figures(result)),
            Seconds = [.. result.Seconds.Select(s => new LoadSecond(s.Second, s.Calls, s.Failed, s.P50 / 1e3, s.P99 / 1e3,
                s.Longest / 1e3, s.Messages, result.SecondHistograms.GetValueOrDefault(s.Second)))],
            LatencyHistogram = HistogramText.Encode(total.Latency),
            LagHistogram = TallyFigures.EncodeIfAny(total.Lag),
            FailureHistogram = TallyFigures.EncodeIfAny(total.FailureLatency),
            FirstMessageHistogram = TallyFigures.EncodeIfAny(total.Streams.FirstMessage),
            MessageGapHistogram = TallyFigures.EncodeIfAny(total.Streams.Gap),
            AnswerHistogram = TallyFigures.EncodeIfAny(total.Streams.Answer),
            Quantiles = TallyFigures.Quantiles(total.Latency),
            Verdicts = [.. verdicts.Select(v => new LoadVerdict(v.Id, v.IsInvalid, v.Text))],
            Thresholds = TallyFigures.Judge(info.Thresholds, total, generator.CountedSeconds),
        };
    }

    private static Dictionary<string, LoadFigureValue> Figures(LoadResult result) => new()
    {
        ["connections_opened"] = new(result.Generator.Connections, "count"),
        ["connections_lost"] = new(result.Generator.ConnectionsLost, "count"),
        ["failed_attempts"] = new(result.Generator.FailedAttempts, "count"),
        ["away"] = new(result.Generator.AwaySeconds, "s"),
        ["busiest_thread_share"] = new(result.Generator.LoopUse.Max(), "count"),
        ["processor_time"] = new(result.Generator.LoopUse.Sum() * result.Generator.Seconds, "s"),
        ["collector_pauses"] = new(result.CollectorPauses.TotalSeconds, "s"),
    };
}
