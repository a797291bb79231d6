using Fathom.Link.Plans;

namespace Fathom.Lab.Studies;

/// <summary>How a trial is carried out: a server process, and a client process that drives it.</summary>
/// <param name="Server">Started first; says its address when it is ready.</param>
/// <param name="Client">Started when the server is ready.</param>
/// <param name="Workload">What the client is told to do, a JSON object; the server's address is added to it as <c>target</c>, its
/// certificate as <c>certificate</c>.</param>
public sealed record TrialSetup(ProcessSetup Server, ProcessSetup Client, System.Text.Json.Nodes.JsonObject Workload)
{
    /// <summary>
    /// The link between the two: each replicate has a fresh one, with the server at its far end and the client at its near end. Null where
    /// both run in this machine's own network.
    /// </summary>
    public LinkSpec? Link { get; init; }

    /// <summary>
    /// Whether the link's packets are recorded and read, for what they say of the connection. Where nothing is asked of them that would
    /// only take processor time from the subjects.
    /// </summary>
    public bool ReadsPackets { get; init; } = true;
}

/// <summary>A child process of a trial.</summary>
/// <param name="Subject">Name of the subject.</param>
/// <param name="Arguments">Its arguments.</param>
/// <param name="Environment">Variables set for it beyond the inherited ones.</param>
public sealed record ProcessSetup(string Subject, IReadOnlyList<string> Arguments, IReadOnlyDictionary<string, string> Environment);
