using System.Text.Json.Serialization;
using Fathom.Link.Plans;

namespace Fathom.Link.Linux;

/// <summary>The generated JSON serializers of what the process inside a link receives and sends.</summary>
[JsonSerializable(typeof(HostMessage))]
[JsonSerializable(typeof(LinkSpec))]
internal sealed partial class LinkJson : JsonSerializerContext;
