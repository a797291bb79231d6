using System.Text.Json;
using System.Text.Json.Serialization;

namespace Fathom.Subjects.Client;

/// <summary>What the runner tells a client to do.</summary>
internal sealed record WorkloadSpec
{
    public static readonly JsonSerializerOptions Json = new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower,
        UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    };

    /// <summary>The workload; <c>unary</c> is the only one so far.</summary>
    public required string Kind { get; init; }

    /// <summary>Where the server listens.</summary>
    public required Uri Target { get; init; }

    /// <summary>The certificate to trust, PEM; null where the server has no TLS.</summary>
    public string? Certificate { get; init; }

    /// <summary>HTTP/2 implementation of the client.</summary>
    public required string Client { get; init; }

    /// <summary>How the service is declared.</summary>
    public required string Contract { get; init; }

    /// <summary>Calls in all.</summary>
    public required int Calls { get; init; }

    /// <summary>Calls under way at a time; 1 is one after another.</summary>
    public required int Callers { get; init; }

    /// <summary><c>new</c> for every call, or <c>reused</c>.</summary>
    public required string Channel { get; init; }

    /// <summary><c>blocking</c> or <c>async</c>.</summary>
    public required string Call { get; init; }

    /// <summary>For <c>ThreadPool.SetMinThreads</c>; null leaves the default.</summary>
    public int? MinThreads { get; init; }
}
