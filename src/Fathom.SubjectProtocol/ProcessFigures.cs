using System.Text.Json;
using System.Text.Json.Serialization;

namespace Fathom.SubjectProtocol;

/// <summary>What one process measured over a workload: the reply <c>figures</c>. A member that the line lacks is empty: the generated
/// reader sets it to null.</summary>
public sealed record ProcessFigures : SubjectReply
{
    /// <summary>Numbers by name; <see cref="ReportedValues"/> lists the names.</summary>
    public IReadOnlyDictionary<string, double> Values { get; init => field = value ?? new Dictionary<string, double>(); } =
        new Dictionary<string, double>();

    /// <summary>Failed calls by gRPC status.</summary>
    public IReadOnlyDictionary<string, int> Errors { get; init => field = value ?? new Dictionary<string, int>(); } =
        new Dictionary<string, int>();

    /// <summary>Latency distribution: each bucket's upper bound in microseconds and its count, ascending.</summary>
    [JsonPropertyName("latency_us")]
    [JsonConverter(typeof(LatencyConverter))]
    public IReadOnlyList<(double UpTo, long Count)> Latency { get; init => field = value ?? []; } = [];

    /// <summary>Values sampled over time.</summary>
    public IReadOnlyList<SampledSeries> Series { get; init => field = value ?? []; } = [];

    /// <summary>Of a server of several processes: the numbers of each by its name; null for any other.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyDictionary<string, IReadOnlyDictionary<string, double>>? Processes { get; init; }

    /// <summary>Where the time of traced requests went; null where none was traced.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<TracedTime>? Waterfall { get; init; }

    /// <summary>The number that one of several processes reported under a name, or null.</summary>
    public double? Find(string process, string name) =>
        Processes?.GetValueOrDefault(process) is { } values && values.TryGetValue(name, out var value) ? value : null;

    /// <summary>The number reported under a name, or null.</summary>
    public double? Find(string name) => Values.TryGetValue(name, out var value) ? value : null;

    /// <summary>Refuses numbers that overflowed: JSON writes none, and 1e999 is read as infinite.</summary>
    /// <exception cref="FormatException">A number is not finite.</exception>
    internal void RefuseInfinite()
    {
        foreach (var (name, value) in Values.Concat(Processes?.Values.SelectMany(v => v) ?? []))
        {
            Finite(name, value);
        }

        foreach (var part in Waterfall ?? [])
        {
            Finite("waterfall", part.Us);
        }

        foreach (var (upTo, _) in Latency)
        {
            Finite("latency_us", upTo);
        }

        foreach (var series in Series)
        {
            foreach (var (at, value) in series.Points)
            {
                Finite(series.Name, at);
                Finite(series.Name, value);
            }
        }
    }

    private static void Finite(string name, double value)
    {
        if (!double.IsFinite(value))
        {
            throw new FormatException($"\"{name}\" is not a finite number");
        }
    }

    internal sealed class LatencyConverter : PairsConverter<(double UpTo, long Count)>
    {
        protected override (double UpTo, long Count) Read(ref Utf8JsonReader reader) => (Number(ref reader), Whole(ref reader));

        protected override void Write(Utf8JsonWriter writer, (double UpTo, long Count) pair)
        {
            writer.WriteNumberValue(pair.UpTo);
            writer.WriteNumberValue(pair.Count);
        }
    }
}
