using System.Security.Cryptography;
using Fathom.Mediator.Certificates.Authority;
using Fathom.Mediator.Certificates.Protocol;
using Fathom.Mediator.Certificates.Storage;
using Fathom.Transport.Calls;
using Fathom.Transport.Services;
using Fathom.Wire.Grpc;
using Microsoft.Extensions.Logging;

namespace Fathom.Mediator.Certificates.Enrollment;

/// <summary>
/// Admits nodes that prove the secret of an unused and unexpired invitation, under a free name. Other clients learn nothing about
/// invitations. The folder's lock orders calls and processes; a call that is refused does not take it.
/// </summary>
internal sealed class EnrollmentService(
    CertificateFolder folder, NetworkAuthority authority, InvitationStore invitations, Uri issuerAddress, string founder, TimeProvider time,
    ILogger logger) : IEnrollment
{
    private readonly MemberRegistry _members = new(folder);
    private readonly MemberIssuer _issuer = new(folder, authority, time);

    public ValueTask<RootCertificate> GetRootAsync(CallContext context = default) => new(new RootCertificate(authority.Root.RawData));

    public async ValueTask<SignedCertificates> JoinAsync(JoinRequest request, CallContext context = default)
    {
        var node = new NodeIdentity(request.Name, request.Hosts);
        try
        {
            Check(request, node);
            NodeCertificateChains signed;
            using (await folder.EnterAsync(context.CancellationToken))
            {
                signed = _issuer.Join(node, Admit(request, node), request.ServerRequest, request.ClientRequest);
            }

            CertificateLog.Signed(logger, node.Name, "joined", Validity.Of(signed.Server[0]).To);
            return SignedCertificatesMapper.ToMessage(signed, issuerAddress, founder);
        }
        catch (SigningRefusedException e)
        {
            throw Refused(node, context, new RpcException(new Status(StatusCode.InvalidArgument, e.Message), inner: e));
        }
        catch (RpcException e)
        {
            throw Refused(node, context, e);
        }
    }

    private RpcException Refused(NodeIdentity node, CallContext context, RpcException refusal)
    {
        CertificateLog.JoinRefused(logger, Printable.Sanitize(node.Name), context.Server?.Peer ?? "", refusal.Status.Detail);
        return refusal;
    }

    // Every reason for refusal is checked before the invitation is used up. Returns the host names that the invitation allows.
    private IReadOnlyList<string> Admit(JoinRequest request, NodeIdentity node)
    {
        var hosts = Check(request, node);
        if (!invitations.TrySpend(request.Invitation))
        {
            throw Used();
        }

        _members.TryAdd(node.Name, time.GetUtcNow());
        return hosts;
    }

    private IReadOnlyList<string> Check(JoinRequest request, NodeIdentity node)
    {
        var id = request.Invitation;
        var record = invitations.Find(id);
        if (record is null || !Proves(request, node, record.Secret))
        {
            throw Refusal(StatusCode.PermissionDenied,
                "The invitation is forged, withdrawn, or expired long ago: request a new one.");
        }

        if (invitations.IsSpent(id))
        {
            throw Used();
        }

        if (record.ExpiresAt <= time.GetUtcNow())
        {
            throw Refusal(StatusCode.FailedPrecondition, $"The invitation expired at {record.ExpiresAt:u}: request a new one.");
        }

        if (record.Node is { } only && only != node.Name)
        {
            throw Refusal(StatusCode.PermissionDenied, $"The invitation is for node '{only}', not for '{Printable.Sanitize(node.Name)}'.");
        }

        MemberIssuer.Check(node, record.Hosts ?? [], request.ServerRequest, request.ClientRequest);
        if (record.Node is null && _members.Has(node.Name))
        {
            throw Refusal(
                StatusCode.AlreadyExists,
                $"The network already has a node '{node.Name}': use another name, or, to replace the node, request an invitation for this "
                    + "name.");
        }

        return record.Hosts ?? [];
    }

    private static bool Proves(JoinRequest request, NodeIdentity node, byte[] secret) => CryptographicOperations.FixedTimeEquals(
        Invitation.ComputeProof(secret, request.Invitation, node, request.ServerRequest, request.ClientRequest), request.Proof);

    private static RpcException Used() => Refusal(StatusCode.FailedPrecondition,
        "The invitation was used before; each admits one node. Request a new one.");

    private static RpcException Refusal(StatusCode code, string why) => new(new Status(code, why));
}
