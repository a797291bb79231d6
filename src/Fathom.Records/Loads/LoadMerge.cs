using Fathom.Load.Counting;
using Fathom.Load.Thresholds;

namespace Fathom.Records.Loads;

/// <summary>Adds the records of the parts of one plan up to a record of the plan. Counts and histograms add exactly: percentiles are those
/// of all calls together, and no average of percentiles.</summary>
public static class LoadMerge
{
    /// <summary>The longest difference between the beginnings of parts, in milliseconds, that makes no run invalid.</summary>
    public const long MaxApartMs = 1000;

    /// <summary>The same, as a share of the run.</summary>
    public const double MaxApartShare = 0.05;

    /// <summary>Adds the parts.</summary>
    /// <param name="parts">At least one, of one plan (<see cref="MergeChecks"/>).</param>
    /// <exception cref="FormatException">A histogram cannot be read.</exception>
    public static LoadRecord Of(IReadOnlyList<LoadRecord> parts)
    {
        ArgumentNullException.ThrowIfNull(parts);
        // A part without calls has none.
        IReadOnlyList<string> names = [.. parts.SelectMany(p => p.Outcomes.Keys).Prepend("OK").Distinct()];
        var first = parts.MinBy(Began)!;
        var total = new CallTally(names.Count);
        foreach (var part in parts)
        {
            Add(total, part, names);
        }

        var seconds = parts.Max(p => p.ElapsedSeconds);
        // Records of earlier versions have what rates are divided by in the rate alone.
        var counted = parts.Max(p =>
            p.CountedSeconds ?? (p.Figures["rate"].Value is > 0 and var rate ? p.Calls / rate : p.ElapsedSeconds));
        IReadOnlyList<LoadVerdict> verdicts = [.. MergeChecks.VerdictsOf(parts, Apart(parts), seconds),
            .. parts.SelectMany(p => p.Verdicts.Select(v => (p.Plan.Shard, Verdict: v))).GroupBy(v => v.Verdict)
                .Select(g => g.Key with { Text = $"part {string.Join(", ", g.Select(v => v.Shard))}: {g.Key.Text}" })];
        return first with
        {
            ElapsedSeconds = seconds,
            CountedSeconds = counted,
            Partial = parts.Any(p => p.Partial),
            EndedBy = parts.Select(p => p.EndedBy).Distinct().Where(e => e is not null).ToList() is { Count: > 0 } ends
                ? string.Join("; ", ends) : null,
            Valid = parts.All(p => p.Valid) && !verdicts.Any(v => v.Invalid),
            Command = MergeChecks.CommandOf(first),
            Plan = Plan(first.Plan, parts),
            Calls = total.Calls,
            WarmUpCalls = parts.Sum(p => p.WarmUpCalls),
            Outcomes = TallyFigures.Outcomes(total, names),
            Explanations = parts.SelectMany(p => p.Explanations).GroupBy(e => e.Key).ToDictionary(g => g.Key, g => g.First().Value),
            Methods = MethodFigures.Add(parts, names, counted),
            Figures = TallyFigures.Of(total, counted, Generator(parts)),
            Seconds = Seconds(parts),
            LatencyHistogram = HistogramText.Encode(total.Latency),
            LagHistogram = TallyFigures.EncodeIfAny(total.Lag),
            FailureHistogram = TallyFigures.EncodeIfAny(total.FailureLatency),
            FirstMessageHistogram = TallyFigures.EncodeIfAny(total.Streams.FirstMessage),
            MessageGapHistogram = TallyFigures.EncodeIfAny(total.Streams.Gap),
            AnswerHistogram = TallyFigures.EncodeIfAny(total.Streams.Answer),
            Quantiles = TallyFigures.Quantiles(total.Latency),
            Verdicts = verdicts,
            Thresholds = TallyFigures.Judge(first.Thresholds.Select(t => LoadThreshold.TryParse(t.Text)!), total, counted),
        };
    }

    private static long Began(LoadRecord part) => part.BeganUnixMs ?? part.Started.ToUnixTimeMilliseconds();

    private static long Apart(IReadOnlyList<LoadRecord> parts) => parts.Max(Began) - parts.Min(Began);

    private static void Add(CallTally total, LoadRecord part, IReadOnlyList<string> names)
    {
        TallyFigures.AddCalls(total, part.Outcomes, names, part);
        total.AddBytes((long)part.Figures["sent_bytes"].Value, (long)part.Figures["received_bytes"].Value);
        TallyFigures.AddIfAny(total.Latency, part.LatencyHistogram);
        TallyFigures.AddIfAny(total.Lag, part.LagHistogram);
        TallyFigures.AddIfAny(total.FailureLatency, part.FailureHistogram);
        TallyFigures.AddIfAny(total.Streams.FirstMessage, part.FirstMessageHistogram);
        TallyFigures.AddIfAny(total.Streams.Gap, part.MessageGapHistogram);
        TallyFigures.AddIfAny(total.Streams.Answer, part.AnswerHistogram);
        total.Streams.Sent += (long)FigureOf(part, "sent_messages");
        total.Streams.Received += (long)FigureOf(part, "received_messages");
        total.Streams.Unpaired += (long)FigureOf(part, "unpaired_streams");
    }

    private static double FigureOf(LoadRecord part, string figure) => part.Figures.TryGetValue(figure, out var value) ? value.Value : 0;

    private static Dictionary<string, LoadFigureValue> Generator(IReadOnlyList<LoadRecord> parts)
    {
        return new Dictionary<string, LoadFigureValue>
        {
            ["connections_opened"] = new(parts.Sum(p => FigureOf(p, "connections_opened")), "count"),
            ["connections_lost"] = new(parts.Sum(p => FigureOf(p, "connections_lost")), "count"),
            ["failed_attempts"] = new(parts.Sum(p => FigureOf(p, "failed_attempts")), "count"),
            ["away"] = new(parts.Max(p => FigureOf(p, "away")), "s"),
            ["busiest_thread_share"] = new(parts.Max(p => FigureOf(p, "busiest_thread_share")), "count"),
            ["processor_time"] = new(parts.Sum(p => FigureOf(p, "processor_time")), "s"),
            ["collector_pauses"] = new(parts.Max(p => FigureOf(p, "collector_pauses")), "s"),
        };
    }

    // What every process did, together.
    private static LoadPlanInfo Plan(LoadPlanInfo plan, IReadOnlyList<LoadRecord> parts) => plan with
    {
        Concurrency = plan.Concurrency is null ? null : parts.Sum(p => p.Plan.Concurrency),
        Connections = parts.Sum(p => p.Plan.Connections),
        Threads = parts.Sum(p => p.Plan.Threads),
        Shard = "1/1",
    };

    // Seconds of the earliest part's clock.
    private static IReadOnlyList<LoadSecond> Seconds(IReadOnlyList<LoadRecord> parts)
    {
        var began = parts.Min(Began);
        return [.. parts.SelectMany(p => p.Seconds.Select(s =>
                (Second: s.Second + (int)Math.Round((Began(p) - began) / 1000.0), Figures: s)))
            .GroupBy(s => s.Second).OrderBy(g => g.Key).Select(g => Sum(g.Key, [.. g.Select(s => s.Figures)]))];
    }

    private static LoadSecond Sum(int second, IReadOnlyList<LoadSecond> parts)
    {
        var latency = LatencyHistograms.Create();
        foreach (var part in parts)
        {
            TallyFigures.AddIfAny(latency, part.LatencyHistogram);
        }

        // Percentiles cannot be added: they are left out unless every part has its histogram.
        var isExact = parts.All(p => p.LatencyHistogram is not null || p.P50Us is null);
        return new LoadSecond(second, parts.Sum(p => p.Calls), parts.Sum(p => p.Failed),
            isExact ? LatencyHistograms.PercentileOf(latency, 50) / 1e3 : null,
            isExact ? LatencyHistograms.PercentileOf(latency, 99) / 1e3 : null,
            parts.Max(p => p.MaxUs), parts.Sum(p => p.Messages));
    }
}
