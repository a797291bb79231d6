namespace Fathom.Subjects.Client;

/// <summary>What every workload says: whom to call, and through what.</summary>
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
