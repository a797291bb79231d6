using Fathom.Mediator.Certificates;

namespace Fathom.Mediator.Settings;

/// <summary>
/// By which certificates a node talks to others, and how it gets them: the section <c>Certificates</c>. An empty folder is filled at the
/// first start: by joining a network where there is an invitation, by founding one where there is none.
/// </summary>
public sealed class CertificateSettings
{
    /// <summary>The node's own folder, mode 0700; it is made where it is missing. Whoever can read it is this node.</summary>
    public string Folder { get; set; } = "";

    /// <summary>The node's name in its network: 1 to 63 lower-case letters, digits and inner hyphens. <c>Host:Name</c> where it is left
    /// out.</summary>
    public string? Name { get; set; }

    /// <summary>Host names and addresses for the server certificate, for browsers and the like. Those of loopback where it is left out; up
    /// to 16.</summary>
    public IList<string> HostNames { get; } = [];

    /// <summary>Where the member is that renews this node's certificates, if not where it was when this node joined. An https
    /// address.</summary>
    public string? Issuer { get; set; }

    /// <summary>The text of an invitation, by which the node joins at its first start. It holds a secret: better in the environment than in
    /// a file that is shared.</summary>
    public string? Invitation { get; set; }

    /// <summary>The file that holds it, in place of <see cref="Invitation"/>; read at the first start alone.</summary>
    public string? InvitationFile { get; set; }

    /// <summary>How long certificates live that this node issues; of no use on one that has joined.</summary>
    public CertificateLifetimes Lives { get; set; } = new();

    /// <summary>Where the node that founded the network takes those who join.</summary>
    public EnrollmentSettings? Joining { get; set; }
}

/// <summary>Where the node that founded a network takes those who join: the section <c>Certificates:Joining</c>.</summary>
public sealed class EnrollmentSettings
{
    /// <summary>The IP address to bind; loopback when left out.</summary>
    public string? Bind { get; set; }

    /// <summary>The TCP port, open only while an invitation is outstanding; 0, the default, takes a free one at each start.</summary>
    public int Port { get; set; }

    /// <summary>The host name or address in invitations, if not the one bound.</summary>
    public string? Host { get; set; }

    /// <summary>Where nodes reach this one, to renew their certificates: an https address. Where this node listens, when left
    /// out.</summary>
    public string? Member { get; set; }
}
