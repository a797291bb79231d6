using System.Net;

namespace Fathom.Mediator.Certificates.Enrollment;

/// <summary>Options of the enrollment server.</summary>
public sealed record EnrollmentServerOptions
{
    /// <summary>The https address of the founding node, where nodes that joined renew their certificates.</summary>
    public required Uri IssuerAddress { get; init; }

    /// <summary>The address to bind. Default loopback.</summary>
    public IPAddress Bind { get; init; } = IPAddress.Loopback;

    /// <summary>The TCP port, open only while an invitation is unused and unexpired. 0, the default, selects a free one and keeps
    /// it.</summary>
    public int Port { get; init; }

    /// <summary>The host name or address in invitations. Default: the bound address.</summary>
    public string? Host { get; init; }

    /// <summary>Interval of checks for invitations that another process created or that have expired. Default 1 s.</summary>
    public TimeSpan PollInterval { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>Maximum time that a connection stays open without a call.</summary>
    internal TimeSpan MaxIdleTime { get; init; } = TimeSpan.FromSeconds(5);
}
