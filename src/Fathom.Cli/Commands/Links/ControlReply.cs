using System.Text.Json.Serialization;
using Fathom.Link.Plans;

namespace Fathom.Cli.Commands.Links;

/// <summary>What a running link answers to a change.</summary>
/// <param name="Faults">Why it is refused; empty where it is in force.</param>
/// <param name="InForce">What is in force now.</param>
internal sealed record ControlReply(IReadOnlyList<LinkFault> Faults, IReadOnlyList<string> InForce);

/// <summary>The generated JSON serializers of the two.</summary>
[JsonSerializable(typeof(LinkSpec))]
[JsonSerializable(typeof(ControlReply))]
internal sealed partial class LinkControlJson : JsonSerializerContext;
