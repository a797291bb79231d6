namespace Fathom.Lab.Studies;

/// <summary>What one process of a trial reported about the workload: sums and sizes under its own names.</summary>
public sealed record ProcessFigures
{
    /// <summary>Numbers by name, for example <c>cpu_us</c>, <c>calls</c>.</summary>
    public IReadOnlyDictionary<string, double> Values { get; init; } = new Dictionary<string, double>();

    /// <summary>Failed calls by gRPC status.</summary>
    public IReadOnlyDictionary<string, int> Errors { get; init; } = new Dictionary<string, int>();

    /// <summary>Latency distribution: pairs of upper bound in microseconds and count, ascending.</summary>
    public IReadOnlyList<(double UpTo, long Count)> Latency { get; init; } = [];

    /// <summary>Values sampled over time.</summary>
    public IReadOnlyList<SampledSeries> Series { get; init; } = [];
}

/// <summary>A value sampled over the time of a replicate.</summary>
/// <param name="Name">For example <c>thread_pool_threads</c>.</param>
/// <param name="Unit">Unit of the values.</param>
/// <param name="Points">Milliseconds since the workload began, and the value from then on.</param>
public sealed record SampledSeries(string Name, string Unit, IReadOnlyList<(double AtMs, double Value)> Points);
