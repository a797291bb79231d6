namespace Fathom.Subjects.Client;

/// <summary>The workload <c>unary</c>: a number of calls, as the published load tests made them.</summary>
internal sealed record UnarySpec : TargetSpec
{
    /// <summary>Calls in all.</summary>
    public required int Calls { get; init; }

    /// <summary>Calls made before, over channels of their own: what the first call of a process costs is another cause
    /// (cold-start).</summary>
    public required int WarmUpCalls { get; init; }

    /// <summary>Calls under way at a time meanwhile; 1, one after another, leaves the thread pool as it was.</summary>
    public required int WarmUpCallers { get; init; }

    /// <summary>Calls under way at a time; 1 is one after another.</summary>
    public required int Callers { get; init; }

    /// <summary><c>new</c> for every call, or <c>reused</c>.</summary>
    public required string Channel { get; init; }

    /// <summary><c>blocking</c> or <c>async</c>.</summary>
    public required string Call { get; init; }

    /// <summary>For <c>ThreadPool.SetMinThreads</c>; null leaves the default.</summary>
    public int? MinThreads { get; init; }
}
