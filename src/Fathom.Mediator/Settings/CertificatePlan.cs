using System.Net;
using Fathom.Mediator.Certificates;
using Fathom.Mediator.Certificates.Enrollment;

namespace Fathom.Mediator.Settings;

/// <summary>How a node gets its certificates, checked.</summary>
/// <param name="Options">Whose, and where they are; logger and clock are the node's.</param>
/// <param name="Invitation">By which it joins where its folder is empty; null: see the next.</param>
/// <param name="InvitationFile">Where that is read then; null: it founds a network.</param>
/// <param name="Joining">Where it takes those who join, if it founded its network; null: it does not.</param>
internal sealed record CertificatePlan(NodeCertificatesOptions Options, Invitation? Invitation, string? InvitationFile,
    EnrollmentPlan? Joining);

/// <summary>Where those who join are taken.</summary>
/// <param name="Member">Where nodes reach this one; null: where it listens.</param>
/// <param name="Bind">The address to bind.</param>
/// <param name="Port">The port; 0: a free one.</param>
/// <param name="Host">The host in invitations; null: the address bound.</param>
internal sealed record EnrollmentPlan(Uri? Member, IPAddress Bind, int Port, string? Host);
