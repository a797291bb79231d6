namespace Fathom.Records;

/// <summary>All replicates of one combination of factor levels.</summary>
public sealed record TrialResult
{
    /// <summary>Id of the trial in this record, <c>t01</c> and up.</summary>
    public required string Id { get; init; }

    /// <summary>The level of each factor, by name.</summary>
    public required IReadOnlyDictionary<string, string> Factors { get; init; }

    /// <summary>Whether replicates ran side by side with those of other trials, because their processors are idle most of the
    /// time.</summary>
    public bool SideBySide { get; init; }

    /// <summary>The measured replicates, by block. Can be empty; see <see cref="RunRecord.Failures"/>.</summary>
    public required IReadOnlyList<Replicate> Replicates { get; init; }

    /// <summary>Replicates during which the machine was disturbed and which were repeated: measured, and not counted anywhere; empty in
    /// records of earlier versions.</summary>
    public IReadOnlyList<Replicate> SetAside { get; init => field = value ?? []; } = [];

    /// <summary>The median of the replicates and its interval or range, by metric id.</summary>
    public required IReadOnlyDictionary<string, MetricValue> Metrics { get; init; }

    /// <summary>Number of failed calls in all replicates.</summary>
    public int Errors { get; init; }

    /// <summary>Number of failed calls by gRPC status, such as <c>UNAVAILABLE</c>.</summary>
    public IReadOnlyDictionary<string, int> ErrorsByStatus { get; init; } = new Dictionary<string, int>();

    /// <summary>Latencies of all calls of all replicates, as buckets in ascending order.</summary>
    public IReadOnlyList<LatencyBucket> Latency { get; init; } = [];

    /// <summary>Where the time of traced requests went: the mean over the replicates; null where nothing is traced.</summary>
    public IReadOnlyList<WaterfallPart>? Waterfall { get; init; }

    /// <summary>Values that were sampled during replicates.</summary>
    public IReadOnlyList<Series> Series { get; init; } = [];
}

/// <summary>A part of the time of traced requests.</summary>
/// <param name="Requests"><c>median</c>: the middle tenth; <c>slowest</c>: the slowest 1 %.</param>
/// <param name="Process">The process that it belongs to.</param>
/// <param name="Kind"><c>queue</c> for a thread, <c>connect</c>, <c>wire</c> or <c>handler</c>.</param>
/// <param name="Ms">Milliseconds a request.</param>
public sealed record WaterfallPart(string Requests, string Process, string Kind, double Ms);

/// <summary>A bucket of a latency distribution.</summary>
/// <param name="UpToUs">Inclusive upper bound, in microseconds.</param>
/// <param name="Count">Number of calls in the bucket.</param>
public sealed record LatencyBucket(double UpToUs, long Count);

/// <summary>A value that was sampled during one replicate. Each point is valid until the next one (a step curve).</summary>
/// <param name="Name">Name of the value, such as <c>thread_pool_threads</c>.</param>
/// <param name="Unit">Unit of the values.</param>
/// <param name="Block">Block of the replicate.</param>
/// <param name="Points">Pairs of the time since the start of the workload, in milliseconds, and the value.</param>
public sealed record Series(string Name, string Unit, int Block, IReadOnlyList<IReadOnlyList<double>> Points);

/// <summary>A replicate that could not be measured. The rest of the study continued.</summary>
/// <param name="Trial">Id of the trial.</param>
/// <param name="Block">Block of the replicate.</param>
/// <param name="Side">The process that failed: <c>server</c>, <c>client</c> or <c>runner</c>.</param>
/// <param name="Stage">The stage in which it failed: <c>start</c>, <c>run</c>, <c>report</c> or <c>stop</c>.</param>
/// <param name="Message">What happened and what was expected.</param>
/// <param name="StandardError">The end of the process's standard error; can be empty.</param>
public sealed record TrialFailure(string Trial, int Block, string Side, string Stage, string Message, string StandardError);
