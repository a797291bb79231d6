using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Abstractions;

namespace Fathom.Mediator.Certificates;

/// <summary>Whose certificates, and where they are.</summary>
public sealed record NodeCertificatesOptions
{
    /// <summary>The node's own folder, mode 0700; it is made where it is missing. Whoever can read it is this node.</summary>
    public required string Folder { get; init; }

    /// <summary>The node's name in its network: 1 to 63 lower-case letters, digits and inner hyphens.</summary>
    public required string Name { get; init; }

    /// <summary>
    /// Host names and addresses for the server certificate, for browsers and the like, which check them; nodes go by <see cref="Name"/>. Up
    /// to 16. Default: those of loopback.
    /// </summary>
    public IReadOnlyList<string> HostNames { get; init; } = ["localhost", "127.0.0.1", "::1"];

    /// <summary>How long certificates live that this node issues; of no use on one that has joined.</summary>
    public CertificateLifetimes Lives { get; init; } = new();

    /// <summary>Where the member is that renews this node's certificates, if not where it was when this node joined.</summary>
    public Uri? IssuerAddress { get; init; }

    /// <summary>Told of what is made, renewed, admitted and refused.</summary>
    public ILogger Logger { get; init; } = NullLogger.Instance;

    /// <summary>The clock that certificates are made, judged and renewed by.</summary>
    public TimeProvider TimeProvider { get; init; } = TimeProvider.System;
}
