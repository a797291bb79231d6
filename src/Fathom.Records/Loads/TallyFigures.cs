using Fathom.Records.Words;
using Fathom.Load.Counting;
using Fathom.Load.Thresholds;
using HdrHistogram;

namespace Fathom.Records.Loads;

/// <summary>The figures of a record that follow from its counts: of a run, or of several that were added.</summary>
internal static class TallyFigures
{
    private static readonly (string Name, double Percent)[] Percentiles =
        [("p50", 50), ("p75", 75), ("p90", 90), ("p95", 95), ("p99", 99), ("p99_9", 99.9), ("p99_99", 99.99)];

    /// <summary>All figures.</summary>
    /// <param name="total">The counts.</param>
    /// <param name="seconds">How long the run took after its warm-up.</param>
    /// <param name="generator">Figures of the generator.</param>
    public static Dictionary<string, LoadFigureValue> Of(
        CallTally total, double seconds, IReadOnlyDictionary<string, LoadFigureValue> generator)
    {
        var figures = new Dictionary<string, LoadFigureValue>
        {
            ["rate"] = new(seconds > 0 ? total.Calls / seconds : 0, "1/s"),
            ["successful_rate"] = new(seconds > 0 ? total.Succeeded / seconds : 0, "1/s"),
            ["sent_bytes"] = new(total.SentBytes, "bytes"),
            ["received_bytes"] = new(total.ReceivedBytes, "bytes"),
        };
        foreach (var (name, value) in generator)
        {
            figures[name] = value;
        }

        Add(figures, "latency", total.Latency);
        Add(figures, "lag", total.Lag);
        Add(figures, "failure", total.FailureLatency);
        AddStreams(figures, total.Streams, seconds);
        return figures;
    }

    /// <summary>The number of calls by the name of their outcome.</summary>
    public static IReadOnlyDictionary<string, long> Outcomes(CallTally total, IReadOnlyList<string> names) =>
        Enumerable.Range(0, names.Count).Where(o => total.Outcomes[o] > 0).ToDictionary(o => names[o], o => total.Outcomes[o]);

    /// <summary>Adds calls of a record to counts.</summary>
    public static void AddCalls(
        CallTally total, IReadOnlyDictionary<string, long> outcomes, IReadOnlyList<string> names, LoadRecord record)
    {
        foreach (var (outcome, name) in names.Index())
        {
            total.AddCalls(outcome, outcomes.GetValueOrDefault(name), record.IsSuccess(name));
        }
    }

    /// <summary>Adds a histogram of a record to another.</summary>
    /// <exception cref="FormatException">It cannot be read.</exception>
    public static void AddIfAny(LongHistogram target, string? encoded)
    {
        if (encoded is not null)
        {
            target.AddRecorded(HistogramText.Decode(encoded));
        }
    }

    /// <summary>Points of the distribution, closer together towards its end.</summary>
    public static IReadOnlyList<LoadQuantile> Quantiles(HistogramBase latency) => latency.TotalCount == 0 ? []
        : [.. latency.Percentiles(5)
            .Select(p => new LoadQuantile(p.PercentileLevelIteratedTo / 100, p.ValueIteratedTo / 1e3)).DistinctBy(q => q.Share)];

    /// <summary>A histogram for a record; null when it is empty.</summary>
    public static string? EncodeIfAny(HistogramBase histogram) =>
        histogram.TotalCount > 0 ? HistogramText.Encode(histogram) : null;

    /// <summary>Whether thresholds held.</summary>
    public static IReadOnlyList<LoadThresholdInfo> Judge(IEnumerable<LoadThreshold> thresholds, CallTally total, double seconds) =>
        [.. thresholds.Select(t => ThresholdResult.Of(t, total, seconds))
            .Select(t => new LoadThresholdInfo(t.Threshold.Text, Text(t), t.Holds))];

    private static void AddStreams(Dictionary<string, LoadFigureValue> figures, StreamTally streams, double seconds)
    {
        if (streams.Sent + streams.Received == 0)
        {
            return;
        }

        figures["sent_messages"] = new(streams.Sent, "count");
        figures["received_messages"] = new(streams.Received, "count");
        figures["sent_message_rate"] = new(seconds > 0 ? streams.Sent / seconds : 0, "1/s");
        figures["message_rate"] = new(seconds > 0 ? streams.Received / seconds : 0, "1/s");
        Add(figures, "first_message", streams.FirstMessage);
        Add(figures, "message_gap", streams.Gap);
        if (streams.Unpaired > 0)
        {
            figures["unpaired_streams"] = new(streams.Unpaired, "count");
            return;
        }

        Add(figures, "answer", streams.Answer);
    }

    private static string Text(ThresholdResult result) => result.Measured is not { } value ? "nothing" : result.Threshold.Figure switch
    {
        LoadFigure.Errors => $"{Amount.Number(value * 100)} %",
        LoadFigure.Rate => Amount.Show(value, "1/s"),
        _ => Amount.Show(value / 1e3, "us"),
    };

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
}
