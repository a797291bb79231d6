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

    /// <summary>The number reported under a name, or null.</summary>
    public double? Find(string name) => Values.TryGetValue(name, out var value) ? value : null;

    /// <summary>Refuses numbers that overflowed: JSON writes none, and 1e999 is read as infinite.</summary>
    /// <exception cref="FormatException">A number is not finite.</exception>
    internal void RefuseInfinite()
    {
        foreach (var (name, value) in Values)
        {
            Finite(name, value);
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

/// <summary>A value sampled over the time of a replicate.</summary>
/// <param name="Name">For example <c>thread_pool_threads</c>.</param>
/// <param name="Unit">Unit of the values.</param>
/// <param name="Points">Milliseconds since the workload began, and the value from then on.</param>
public sealed record SampledSeries(
    string Name,
    string Unit,
    [property: JsonConverter(typeof(SampledSeries.PointsConverter))] IReadOnlyList<(double AtMs, double Value)> Points)
{
    internal sealed class PointsConverter : PairsConverter<(double AtMs, double Value)>
    {
        protected override (double AtMs, double Value) Read(ref Utf8JsonReader reader) => (Number(ref reader), Number(ref reader));

        protected override void Write(Utf8JsonWriter writer, (double AtMs, double Value) pair)
        {
            writer.WriteNumberValue(pair.AtMs);
            writer.WriteNumberValue(pair.Value);
        }
    }
}

/// <summary>Writes a list of pairs as a list of arrays of two numbers.</summary>
internal abstract class PairsConverter<T> : JsonConverter<IReadOnlyList<T>>
{
    public sealed override IReadOnlyList<T> Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        Require(ref reader, JsonTokenType.StartArray);
        List<T> pairs = [];
        while (reader.Read() && reader.TokenType != JsonTokenType.EndArray)
        {
            Require(ref reader, JsonTokenType.StartArray);
            pairs.Add(Read(ref reader));
            reader.Read();
            Require(ref reader, JsonTokenType.EndArray);
        }

        return pairs;
    }

    public sealed override void Write(Utf8JsonWriter writer, IReadOnlyList<T> value, JsonSerializerOptions options)
    {
        writer.WriteStartArray();
        foreach (var pair in value)
        {
            writer.WriteStartArray();
            Write(writer, pair);
            writer.WriteEndArray();
        }

        writer.WriteEndArray();
    }

    protected abstract T Read(ref Utf8JsonReader reader);

    protected abstract void Write(Utf8JsonWriter writer, T pair);

    protected static double Number(ref Utf8JsonReader reader)
    {
        reader.Read();
        Require(ref reader, JsonTokenType.Number);
        return reader.GetDouble();
    }

    protected static long Whole(ref Utf8JsonReader reader)
    {
        reader.Read();
        return reader.TokenType == JsonTokenType.Number && reader.TryGetInt64(out var number)
            ? number : throw new JsonException("A whole number is expected.");
    }

    private static void Require(ref Utf8JsonReader reader, JsonTokenType expected)
    {
        if (reader.TokenType != expected)
        {
            throw new JsonException($"Pairs of numbers are expected; found {reader.TokenType} instead of {expected}.");
        }
    }
}
