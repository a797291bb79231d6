using System.Text.Json;
using System.Text.Json.Serialization;
using Fathom.Link.Plans;

namespace Fathom.Link.Linux;

/// <summary>
/// What the inside of a link says, one JSON object a line on standard output: first <see cref="HostReady"/> or a refusal, then one answer
/// for each line it is sent, and <see cref="HostFailed"/> if the link breaks. It ends when its standard input does.
/// </summary>
[JsonPolymorphic(TypeDiscriminatorPropertyName = "kind")]
[JsonDerivedType(typeof(HostReady), "ready")]
[JsonDerivedType(typeof(HostRefusal), "refusal")]
[JsonDerivedType(typeof(HostUnavailable), "unavailable")]
[JsonDerivedType(typeof(HostFailed), "failed")]
[JsonDerivedType(typeof(HostCounters), "counters")]
internal abstract record HostMessage
{
    public const string CountersCommand = "counters";

    public string ToLine() => JsonSerializer.Serialize(this);

    public static HostMessage FromLine(string line) => JsonSerializer.Deserialize<HostMessage>(line)
        ?? throw new JsonException("an empty message");
}

/// <summary>The link stands.</summary>
/// <param name="NearDescriptor">The near namespace, as a descriptor of the host process.</param>
/// <param name="FarDescriptor">The far namespace, as a descriptor of the host process.</param>
/// <param name="Congestion">The congestion control in force.</param>
/// <param name="ListenPort">The port on loopback outside, or null.</param>
/// <param name="FarPort">The port at the far end that carried connections go to, or null.</param>
internal sealed record HostReady(int NearDescriptor, int FarDescriptor, string Congestion, int? ListenPort, int? FarPort) : HostMessage;

/// <summary>Something asked for is not accepted.</summary>
internal sealed record HostRefusal(IReadOnlyList<string> Faults) : HostMessage;

/// <summary>Something needed is missing.</summary>
internal sealed record HostUnavailable(string Reason, string Remedy) : HostMessage;

/// <summary>The link broke while it ran.</summary>
internal sealed record HostFailed(string Message) : HostMessage;

/// <summary>The answer to <see cref="HostMessage.CountersCommand"/>.</summary>
internal sealed record HostCounters(LinkCounters Counters) : HostMessage;
