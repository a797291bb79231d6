using System.Text.Json.Serialization;
using Fathom.SubjectProtocol.Subjects;

namespace Fathom.Subjects.Client;

/// <summary>The workloads of this client. A new one is a class and a line here, and a line in <see cref="SpecContext"/>.</summary>
internal static class Workloads
{
    public static WorkloadRegistry All { get; } = new WorkloadRegistry()
        .Add<UnaryWorkload, UnarySpec>()
        .Add<LoadWorkload, LoadSpec>()
        .Add<DownloadWorkload, DownloadSpec>()
        .Add<BlobWorkload, BlobSpec>();
}

/// <summary>Members that every specification has.</summary>
internal record TargetSpec
{
    /// <summary>Names the workload.</summary>
    public required string Kind { get; init; }

    /// <summary>Where the server listens.</summary>
    public required Uri Target { get; init; }

    /// <summary>The certificate to trust, PEM; null where the server has no TLS.</summary>
    public string? Certificate { get; init; }

    /// <summary>HTTP/2 implementation of the client.</summary>
    public required string Client { get; init; }

    /// <summary>How the service is declared.</summary>
    public required string Contract { get; init; }
}

/// <summary>Generated readers of specifications; reflection would cost time in every replicate. An unknown member is an error.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow)]
[JsonSerializable(typeof(UnarySpec))]
[JsonSerializable(typeof(BlobSpec))]
[JsonSerializable(typeof(LoadSpec))]
[JsonSerializable(typeof(DownloadSpec))]
internal sealed partial class SpecContext : JsonSerializerContext;
