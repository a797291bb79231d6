namespace Fathom.Records.Loads;

/// <summary>What a run of load did.</summary>
public sealed record LoadPlanInfo
{
    /// <summary>The method, <c>package.Service/Method</c>.</summary>
    public required string Call { get; init; }

    /// <summary>The kind of the method: <c>unary</c>, <c>client-streaming</c>, <c>server-streaming</c> or <c>duplex</c>.</summary>
    public required string Kind { get; init; }

    /// <summary>Whether TLS was used.</summary>
    public required bool Tls { get; init; }

    /// <summary><c>closed</c>, <c>constant</c> or <c>poisson</c>.</summary>
    public required string Arrivals { get; init; }

    /// <summary>Calls in flight, at most in an open loop; null for no limit.</summary>
    public int? Concurrency { get; init; }

    /// <summary>The rate at the start of an open loop, in calls per second; null for a closed loop.</summary>
    public double? Rate { get; init; }

    /// <summary>Stages of the rate, as on the command line.</summary>
    public required IReadOnlyList<string> Stages { get; init; }

    /// <summary>The number of connections.</summary>
    public required int Connections { get; init; }

    /// <summary><c>reused</c>, <c>new</c> or <c>per-call</c>.</summary>
    public required string Channel { get; init; }

    /// <summary>The number of threads.</summary>
    public required int Threads { get; init; }

    /// <summary>The deadline of a call, in seconds; null for none.</summary>
    public double? DeadlineSeconds { get; init; }

    /// <summary>How long streams lasted at most, in seconds; null for no limit.</summary>
    public double? StreamForSeconds { get; init; }

    /// <summary>How many of the first calls were counted apart, as warm-up; null for none.</summary>
    public long? SkipFirst { get; init; }

    /// <summary>The form of the requests that were given: <c>json</c>, <c>binary</c>, <c>base64</c> or <c>hex</c>; null where none
    /// were.</summary>
    public string? DataFormat { get; init; }

    /// <summary>Whether replies were compared with expected ones.</summary>
    public bool ChecksReplies { get; init; }

    /// <summary>Statuses other than OK with which calls succeeded; null for none.</summary>
    public IReadOnlyList<string>? AcceptedStatuses { get; init; }

    /// <summary>Seed of random arrivals.</summary>
    public required int Seed { get; init; }

    /// <summary>The part of the plan, <c>1/4</c>; <c>1/1</c> for all of it.</summary>
    public required string Shard { get; init; }
}
