using System.Text.Json.Serialization;

namespace Fathom.Subjects.Protocol;

/// <summary>The reply <c>figures</c> of the subject protocol.</summary>
public sealed record SubjectFigures
{
    /// <summary>Kind of the reply.</summary>
    [JsonPropertyName("fathom")]
    public string Kind { get; } = "figures";

    /// <summary>Numbers by name.</summary>
    [JsonPropertyName("values")]
    public required IReadOnlyDictionary<string, double> Values { get; init; }

    /// <summary>Failed calls by gRPC status.</summary>
    [JsonPropertyName("errors")]
    public IReadOnlyDictionary<string, int> Errors { get; init; } = new Dictionary<string, int>();

    /// <summary>Latency buckets: upper bound in microseconds, and count.</summary>
    [JsonPropertyName("latency_us")]
    public IReadOnlyList<double[]> Latency { get; init; } = [];

    /// <summary>Values sampled over time.</summary>
    [JsonPropertyName("series")]
    public IReadOnlyList<SubjectSeries> Series { get; init; } = [];
}

/// <summary>A value sampled over time.</summary>
/// <param name="Name">For example <c>thread_pool_threads</c>.</param>
/// <param name="Unit">Unit of the values.</param>
/// <param name="Points">Pairs of milliseconds since the workload began, and the value from then on.</param>
public sealed record SubjectSeries(
    [property: JsonPropertyName("name")] string Name,
    [property: JsonPropertyName("unit")] string Unit,
    [property: JsonPropertyName("points")] IReadOnlyList<double[]> Points);
