namespace Fathom.Lab.Results;

/// <summary>All replicates of one combination of factor levels.</summary>
public sealed record TrialResult
{
    /// <summary>The trial's id in this record, <c>t01</c> and on.</summary>
    public required string Id { get; init; }

    /// <summary>The level of every factor.</summary>
    public required IReadOnlyDictionary<string, string> Factors { get; init; }

    /// <summary>True where replicates ran beside those of other trials (trials that only wait).</summary>
    public bool SideBySide { get; init; }

    /// <summary>The replicates that were measured, by block. May be empty: see <see cref="RunRecord.Failures"/>.</summary>
    public required IReadOnlyList<Replicate> Replicates { get; init; }

    /// <summary>Per metric the median of the replicates with its 95 % interval.</summary>
    public required IReadOnlyDictionary<string, MetricValue> Metrics { get; init; }

    /// <summary>Failed calls over all replicates.</summary>
    public int Errors { get; init; }

    /// <summary>Failed calls by gRPC status, for example <c>UNAVAILABLE</c>.</summary>
    public IReadOnlyDictionary<string, int> ErrorsByStatus { get; init; } = new Dictionary<string, int>();

    /// <summary>Latencies of all calls of all replicates: buckets in ascending order.</summary>
    public IReadOnlyList<LatencyBucket> Latency { get; init; } = [];

    /// <summary>Values sampled over the time of a replicate.</summary>
    public IReadOnlyList<Series> Series { get; init; } = [];
}

/// <summary>A bucket of a latency distribution.</summary>
/// <param name="UpToUs">Upper bound of the bucket, in microseconds, inclusive.</param>
/// <param name="Count">Calls in it.</param>
public sealed record LatencyBucket(double UpToUs, long Count);

/// <summary>A value sampled over time in one replicate; a point stands until the next one (a staircase).</summary>
/// <param name="Name">For example <c>thread_pool_threads</c>.</param>
/// <param name="Unit">Unit of the values.</param>
/// <param name="Block">The replicate's block.</param>
/// <param name="Points">Pairs of milliseconds since the workload began, and the value.</param>
public sealed record Series(string Name, string Unit, int Block, IReadOnlyList<IReadOnlyList<double>> Points);

/// <summary>A replicate that could not be measured. The rest of the study went on.</summary>
/// <param name="Trial">The trial's id.</param>
/// <param name="Block">The block it belonged to.</param>
/// <param name="Side">Which process failed: <c>server</c>, <c>client</c> or <c>runner</c>.</param>
/// <param name="Stage">What it was doing: <c>start</c>, <c>run</c>, <c>report</c>, <c>stop</c>.</param>
/// <param name="Message">What happened, with what was expected.</param>
/// <param name="StandardError">The end of the process's standard error, or empty.</param>
public sealed record TrialFailure(string Trial, int Block, string Side, string Stage, string Message, string StandardError);
