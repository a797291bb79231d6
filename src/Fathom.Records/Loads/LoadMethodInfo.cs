namespace Fathom.Records.Loads;

/// <summary>The calls of one method of a run of load that called several.</summary>
public sealed record LoadMethodInfo
{
    /// <summary>The method, <c>package.Service/Method</c>.</summary>
    public required string Call { get; init; }

    /// <summary>How often it was called among the others.</summary>
    public required int Weight { get; init; }

    /// <summary>Its calls, without those of the warm-up.</summary>
    public required long Calls { get; init; }

    /// <summary>Those that failed.</summary>
    public required long Failed { get; init; }

    /// <summary>The number of its calls by gRPC status.</summary>
    public required IReadOnlyDictionary<string, long> Outcomes { get; init; }

    /// <summary>Its figures, as those of the record.</summary>
    public required IReadOnlyDictionary<string, LoadFigureValue> Figures { get; init; }

    /// <summary>Its latencies, as those of the record.</summary>
    public required string LatencyHistogram { get; init; }

    /// <summary>Durations of its failed calls, in the same form; null where none failed.</summary>
    public string? FailureHistogram { get; init; }
}
