using System.Text.Json.Serialization;

namespace Fathom.Subjects.Client;

/// <summary>How specifications of workloads are read, generated: found out by reflection it would be part of every replicate. A name that
/// is not known is an error.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow)]
[JsonSerializable(typeof(UnarySpec))]
[JsonSerializable(typeof(BlobSpec))]
[JsonSerializable(typeof(LoadSpec))]
[JsonSerializable(typeof(DownloadSpec))]
internal sealed partial class SpecContext : JsonSerializerContext;
