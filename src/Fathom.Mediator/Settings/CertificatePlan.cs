using System.Net;
using Fathom.Mediator.Certificates;
using Fathom.Mediator.Certificates.Enrollment;

namespace Fathom.Mediator.Settings;

/// <summary>The checked section <c>Certificates</c>.</summary>
/// <param name="Options">Name and folder; logger and clock are those of the node.</param>
/// <param name="Invitation">The invitation for an empty folder; null: see the next.</param>
/// <param name="InvitationFile">The file with the invitation; null: none.</param>
/// <param name="Found">Whether the node founds a network where it has neither certificates nor an invitation.</param>
/// <param name="Joining">The enrollment server of a founding node; null: none.</param>
internal sealed record CertificatePlan(NodeCertificatesOptions Options, Invitation? Invitation, string? InvitationFile,
    bool Found, EnrollmentPlan? Joining);

/// <summary>The checked section <c>Certificates:Joining</c>.</summary>
/// <param name="Member">The address that renews the certificates of nodes that joined; null: the node's own address.</param>
/// <param name="Bind">The address to bind.</param>
/// <param name="Port">The port; 0 selects a free one.</param>
/// <param name="Host">The host in invitations; null: the address bound.</param>
internal sealed record EnrollmentPlan(Uri? Member, IPAddress Bind, int Port, string? Host);
