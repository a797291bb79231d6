using System.Text.Json;
using System.Text.Json.Serialization;
using Fathom.Link.Plans;

namespace Fathom.Link.Linux;

/// <summary>
/// Messages of the process inside a link, one JSON object per line of standard output: <see cref="HostReady"/> or a refusal, then one
/// reply per command, and <see cref="HostFailed"/> if the link breaks. The process ends when its standard input ends.
/// </summary>
[JsonPolymorphic(TypeDiscriminatorPropertyName = "kind")]
[JsonDerivedType(typeof(HostReady), "ready")]
[JsonDerivedType(typeof(HostRefusal), "refusal")]
[JsonDerivedType(typeof(HostUnavailable), "unavailable")]
[JsonDerivedType(typeof(HostFailed), "failed")]
[JsonDerivedType(typeof(HostCounters), "counters")]
[JsonDerivedType(typeof(HostRoundTrip), "round-trip")]
[JsonDerivedType(typeof(HostChanged), "changed")]
internal abstract record HostMessage
{
    public const string CountersCommand = "counters";
    public const string RoundTripCommand = "round-trip";

    /// <summary>Followed by the spec, as JSON.</summary>
    public const string ChangeCommand = "change ";

    public string ToLine() => JsonSerializer.Serialize(this, LinkJson.Default.HostMessage);

    public static HostMessage FromLine(string line) => JsonSerializer.Deserialize(line, LinkJson.Default.HostMessage)
        ?? throw new JsonException("an empty message");
}

/// <summary>The link is ready.</summary>
/// <param name="NearDescriptor">File descriptor of the near namespace in the host process.</param>
/// <param name="FarDescriptor">File descriptor of the far namespace in the host process.</param>
/// <param name="Congestion">The congestion control in force.</param>
/// <param name="ListenPort">The loopback port outside, or null.</param>
/// <param name="FarPort">The port at the far end that receives forwarded connections, or null.</param>
internal sealed record HostReady(int NearDescriptor, int FarDescriptor, string Congestion, int? ListenPort, int? FarPort) : HostMessage;

/// <summary>The spec is invalid.</summary>
internal sealed record HostRefusal(IReadOnlyList<LinkFault> Faults) : HostMessage;

/// <summary>A prerequisite is missing.</summary>
internal sealed record HostUnavailable(string Reason, string Remedy) : HostMessage;

/// <summary>The running link failed.</summary>
internal sealed record HostFailed(string Message) : HostMessage;

/// <summary>The reply to <see cref="HostMessage.RoundTripCommand"/>.</summary>
/// <param name="Took">The round trip; null where no probe came back.</param>
internal sealed record HostRoundTrip(TimeSpan? Took) : HostMessage;

/// <summary>The reply to <see cref="HostMessage.ChangeCommand"/>: the change is in force.</summary>
internal sealed record HostChanged : HostMessage;

/// <summary>The reply to <see cref="HostMessage.CountersCommand"/>.</summary>
internal sealed record HostCounters(LinkCounters Counters) : HostMessage;
