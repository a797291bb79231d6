using System.Text.Json.Nodes;
using Fathom.Link.Plans;

namespace Fathom.Studies;

/// <summary>The processes of a trial: a server, and a client that runs a workload against it.</summary>
/// <param name="Server">The server.</param>
/// <param name="Client">The client.</param>
/// <param name="Workload">The client's workload, a JSON object whose <c>kind</c> names it; the runner adds the server's address as
/// <c>target</c> and its certificate as <c>certificate</c>, and for a server of several processes their addresses as
/// <c>addresses</c>.</param>
public sealed record TrialSetup(ProcessSetup Server, ProcessSetup Client, JsonObject Workload)
{
    /// <summary>
    /// The link between the two; each replicate gets a fresh one, with the server at its far end and the client at its near end. Null: both
    /// run in this machine's own network.
    /// </summary>
    public LinkSpec? Link { get; init; }

    /// <summary>
    /// Whether the link's packets are captured and read. False where no metric uses them: capturing takes processor time from the subjects.
    /// </summary>
    public bool ReadsPackets { get; init; } = true;
}

/// <summary>A child process of a trial.</summary>
/// <param name="Subject">Name of the subject.</param>
/// <param name="Arguments">Its arguments.</param>
/// <param name="Environment">Variables set for it beyond the inherited ones.</param>
public sealed record ProcessSetup(string Subject, IReadOnlyList<string> Arguments, IReadOnlyDictionary<string, string> Environment)
{
    /// <summary>Name of another .NET runtime, such as <c>3.1</c>, for which the subject is published on first use; null: the one that runs
    /// fathom. <c>DOTNET_PROCESSOR_COUNT</c> in <see cref="Environment"/> works on each.</summary>
    public string? Runtime { get; init; }
}
