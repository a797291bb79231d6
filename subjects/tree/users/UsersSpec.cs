using System.Text.Json.Serialization;
using Fathom.Tree.Nodes;
using Fathom.Tree.Tracing;

namespace Fathom.Subjects.Users;

/// <summary>Specification of <see cref="UsersWorkload"/>.</summary>
internal sealed record UsersSpec
{
    /// <summary>Always <c>users</c>.</summary>
    public required string Kind { get; init; }

    /// <summary>Address of rest-api.</summary>
    public required string Target { get; init; }

    /// <summary>Not used: the tree has no TLS.</summary>
    public string? Certificate { get; init; }

    /// <summary>Addresses of the tree's processes, and the file of the request log.</summary>
    public required Dictionary<string, string> Addresses { get; init; }

    /// <summary><c>locust</c>, <c>built-in</c>, or <c>any</c>: Locust where it is installed.</summary>
    public required string Driver { get; init; }

    /// <summary>Users at the same time; four of five read, the fifth edits.</summary>
    public required int Users { get; init; }

    /// <summary>Requests that each makes.</summary>
    public required int RequestsPerUser { get; init; }

    /// <summary>Mean pause after a request, in milliseconds; each is a half to one and a half of it.</summary>
    public required double ThinkMs { get; init; }

    /// <summary>Requests to each API before, one after another, which are not traced.</summary>
    public required int WarmUpRequests { get; init; }

    /// <summary>Decides records and pauses. Not init: the generated reader sets every init member, an absent one to 0.</summary>
    public int Seed { get; set; } = 1;

    /// <summary>Where readers go.</summary>
    [JsonIgnore]
    public string Api => Addresses[TreeNodes.RestApi];

    /// <summary>Where administrators go.</summary>
    [JsonIgnore]
    public string AdminApi => Addresses[TreeNodes.RestAdminApi];

    /// <summary>The request log; null where the server keeps none.</summary>
    [JsonIgnore]
    public string? Log => Addresses.TryGetValue(RequestLog.Address, out var uri) ? new Uri(uri).LocalPath : null;
}

/// <summary>Generated reader of specifications.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(UsersSpec))]
internal sealed partial class UsersSpecContext : JsonSerializerContext;
