using Fathom.Load.Grpc;
using Fathom.Load.Plans;
using Fathom.Load.Thresholds;
using Fathom.Records.Loads;

namespace Fathom.Cli.Commands.Loads;

/// <summary>What one <c>fathom load</c> was asked to do, checked.</summary>
internal sealed record LoadSpec
{
    public required GrpcLoadTarget Target { get; init; }

    public required LoadPlan Plan { get; init; }

    public required IReadOnlyList<LoadThreshold> Thresholds { get; init; }

    /// <summary>What the run does, for its record.</summary>
    public required LoadPlanInfo Info { get; init; }

    public long? MaxErrors { get; init; }

    /// <summary>When the calls begin; null for at once.</summary>
    public DateTimeOffset? StartAt { get; init; }

    public bool FindCapacity { get; init; }

    /// <summary>The folder for record and page.</summary>
    public required string Folder { get; init; }

    /// <summary><c>summary</c>, <c>json</c>, <c>junit</c>, <c>csv</c>, <c>jsonl</c> or <c>prometheus</c>.</summary>
    public required string Output { get; init; }

    public bool Quiet { get; init; }

    /// <summary>Whether the run ends with standard input.</summary>
    public bool StopWithInput { get; init; }

    /// <summary>The arguments of <c>fathom</c> that repeat the run, without secrets.</summary>
    public required IReadOnlyList<string> Command { get; init; }
}
