using Fathom.Transport.Logging;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Abstractions;

namespace Fathom.Mediator.Certificates;

/// <summary>Options of a node's certificates.</summary>
public sealed record NodeCertificatesOptions
{
    private static readonly string[] Loopback = ["localhost", "127.0.0.1", "::1"];

    /// <summary>The node's own folder, mode 0700, created if missing. Anyone who can read it can act as this node.</summary>
    public required string Folder { get; init; }

    /// <summary>The node's name in its network: 1 to 63 lower-case letters, digits and inner hyphens.</summary>
    public required string Name { get; init; }

    /// <summary>
    /// Host names and addresses for the server certificate, which browsers check; nodes check <see cref="Name"/>. Up to 16. Default: those
    /// of loopback on a founding node; on a node that joins, those that its invitation allows.
    /// </summary>
    public IReadOnlyList<string> HostNames { get; init; } = Loopback;

    /// <summary>Lifetimes of the certificates that this node issues. Unused on a node that joined.</summary>
    public CertificateLifetimes Lives { get; init; } = new();

    /// <summary>The https address that renews this node's certificates. Default: the address stored when it joined.</summary>
    public Uri? IssuerAddress { get; init; }

    /// <summary>Makes the logger, of category <c>Fathom.Mediator.Certificates</c>: what is made, renewed, admitted and refused. Default:
    /// nothing is logged.</summary>
    public ILoggerFactory LoggerFactory
    {
        get;
        init
        {
            field = value;
            Logger = new RateLimitedLogger(value.CreateLogger("Fathom.Mediator.Certificates"));
        }
    } = NullLoggerFactory.Instance;

    /// <summary>The clock for creation, verification and renewal.</summary>
    public TimeProvider TimeProvider { get; init; } = TimeProvider.System;

    /// <summary>The host names that a node which joins requests; none: all that it may have.</summary>
    internal IReadOnlyList<string> RequestedHostNames => HostNames.SequenceEqual(Loopback) ? [] : HostNames;

    internal ILogger Logger { get; private init; } = NullLogger.Instance;
}
