using System.Text.Json.Serialization;

namespace Fathom.Subjects.Protocol;

/// <summary>How replies are written, generated: found out by reflection at run time it would delay the start of every process of every
/// replicate.</summary>
[JsonSerializable(typeof(SubjectReady))]
[JsonSerializable(typeof(SubjectWord))]
[JsonSerializable(typeof(SubjectFailed))]
[JsonSerializable(typeof(SubjectFigures))]
internal sealed partial class SubjectReplyContext : JsonSerializerContext;

/// <summary>The reply <c>ready</c>.</summary>
internal sealed record SubjectReady(
    [property: JsonPropertyName("address")] string? Address,
    [property: JsonPropertyName("certificate")] string? Certificate)
{
    [JsonPropertyName("fathom")]
    [JsonPropertyOrder(-1)]
    public string Kind { get; } = "ready";
}

/// <summary>A reply that is nothing but its kind.</summary>
internal sealed record SubjectWord([property: JsonPropertyName("fathom")] string Kind);

/// <summary>The reply <c>failed</c>.</summary>
internal sealed record SubjectFailed([property: JsonPropertyName("message")] string Message)
{
    [JsonPropertyName("fathom")]
    [JsonPropertyOrder(-1)]
    public string Kind { get; } = "failed";
}
