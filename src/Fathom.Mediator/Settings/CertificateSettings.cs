using Fathom.Mediator.Certificates;

namespace Fathom.Mediator.Settings;

/// <summary>
/// The certificates of a node: the section <c>Certificates</c>. With an empty folder, the node joins a network by its invitation at the
/// first start, or founds one with <see cref="Found"/>.
/// </summary>
public sealed class CertificateSettings
{
    /// <summary>The node's own folder, mode 0700, created if missing. Anyone who can read it can act as this node.</summary>
    public string Folder { get; set; } = "";

    /// <summary>The node's name in its network: 1 to 63 lower-case letters, digits and inner hyphens. Default
    /// <c>Host:Name</c>.</summary>
    public string? Name { get; set; }

    /// <summary>Founds a network at the first start, with an empty folder. Default false: a node without certificates needs an
    /// invitation.</summary>
    public bool Found { get; set; }

    /// <summary>Host names and addresses for the server certificate, which browsers check. Up to 16. Default: those of loopback on a
    /// founding node; on a node that joins, those that its invitation allows.</summary>
    public IList<string> HostNames { get; } = [];

    /// <summary>The https address that renews this node's certificates. Default: the address stored when it joined.</summary>
    public string? Issuer { get; set; }

    /// <summary>The invitation by which the node joins at its first start. It holds a secret: prefer an environment variable to a shared
    /// file.</summary>
    public string? Invitation { get; set; }

    /// <summary>A file with the invitation, in place of <see cref="Invitation"/>. Read at the first start only.</summary>
    public string? InvitationFile { get; set; }

    /// <summary>Lifetimes of the certificates that this node issues. Unused on a node that joined.</summary>
    public CertificateLifetimes Lives { get; set; } = new();

    /// <summary>The enrollment server of the founding node.</summary>
    public EnrollmentSettings? Joining { get; set; }
}

/// <summary>The enrollment server of a founding node: the section <c>Certificates:Joining</c>.</summary>
public sealed class EnrollmentSettings
{
    /// <summary>The IP address to bind. Default loopback.</summary>
    public string? Bind { get; set; }

    /// <summary>The TCP port, open only while an invitation is outstanding. Default 0: a free port at each start.</summary>
    public int Port { get; set; }

    /// <summary>The host name or address in invitations. Default: the bound address.</summary>
    public string? Host { get; set; }

    /// <summary>The https address that renews the certificates of nodes that joined. Default: the address this node listens on.</summary>
    public string? Member { get; set; }
}
