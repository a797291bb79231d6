using System.Net;

namespace Fathom.Mediator.Certificates.Enrollment;

/// <summary>Where a member takes those who join.</summary>
public sealed record EnrollmentServerOptions
{
    /// <summary>Where the nodes of the network reach this one; those who join renew their certificates there.</summary>
    public required Uri IssuerAddress { get; init; }

    /// <summary>The address to bind; loopback unless told otherwise.</summary>
    public IPAddress Bind { get; init; } = IPAddress.Loopback;

    /// <summary>The TCP port, open only while an invitation is neither used nor expired; 0 takes a free one and keeps to it.</summary>
    public int Port { get; init; }

    /// <summary>The host name or address in invitations, if not the one bound.</summary>
    public string? Host { get; init; }

    /// <summary>How often it is looked for invitations that another process made or that have expired. Default 1 s.</summary>
    public TimeSpan PollInterval { get; init; } = TimeSpan.FromSeconds(1);
}
