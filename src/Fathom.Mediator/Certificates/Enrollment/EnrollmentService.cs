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
/// Decides who joins: whoever proves the secret of an invitation that is neither used nor expired, with a name that nobody has. Whoever
/// does not prove it learns nothing of an invitation. Its calls take turns; the files it works on decide where another process does the
/// same.
/// </summary>
internal sealed class EnrollmentService(
    CertificateFolder folder, NetworkAuthority authority, InvitationStore invitations, Uri member, TimeProvider time, ILogger logger)
        : IEnrollment
{
    private readonly Lock _lock = new();
    private readonly MemberRegistry _members = new(folder);
    private readonly SigningEndpoint _signing = new(authority, logger);

    public ValueTask<RootCertificate> GetRootAsync(CallContext context = default) => new(new RootCertificate(authority.Root.RawData));

    public async ValueTask<SignedCertificates> JoinAsync(JoinRequest request, CallContext context = default)
    {
        var node = new NodeIdentity(request.Name, request.Hosts);
        try
        {
            lock (_lock)
            {
                Admit(request, node);
            }

            return await _signing.SignAsync(node, request.ServerRequest, request.ClientRequest, "joined", member,
                context.CancellationToken);
        }
        catch (RpcException e)
        {
            CertificateLog.JoinRefused(logger, Printable.Of(node.Name), context.Server?.Peer ?? "", e.Status.Detail);
            throw;
        }
    }

    // All that can be refused is, before the invitation is spent.
    private void Admit(JoinRequest request, NodeIdentity node)
    {
        var id = request.Invitation;
        var record = invitations.Find(id);
        if (record is null || !Proves(request, node, record.Secret))
        {
            throw Refusal(StatusCode.PermissionDenied,
                "The invitation is forged, or was withdrawn, or expired long ago: have another made.");
        }

        if (invitations.IsSpent(id))
        {
            throw Used();
        }

        if (record.ExpiresAt <= time.GetUtcNow())
        {
            throw Refusal(StatusCode.FailedPrecondition, $"The invitation expired at {record.ExpiresAt:u}: have another made.");
        }

        if (record.Node is { } only && only != node.Name)
        {
            throw Refusal(StatusCode.PermissionDenied, $"The invitation is for node '{only}', not for '{Printable.Of(node.Name)}'.");
        }

        SigningEndpoint.Check(node, request.ServerRequest, request.ClientRequest);
        if (record.Node is null && _members.Has(node.Name))
        {
            throw Refusal(
                StatusCode.AlreadyExists,
                $"There is a node '{node.Name}' in this network: take another name, or, if it is the same node anew, have an invitation "
                    + $"made for this name.");
        }

        if (!invitations.TrySpend(id))
        {
            throw Used();
        }

        _members.TryAdd(node.Name, time.GetUtcNow());
    }

    private static bool Proves(JoinRequest request, NodeIdentity node, byte[] secret) => CryptographicOperations.FixedTimeEquals(
        Invitation.Prove(secret, request.Invitation, node, request.ServerRequest, request.ClientRequest), request.Proof);

    private static RpcException Used() => Refusal(StatusCode.FailedPrecondition,
        "The invitation has been used: each lets one node join. Have another made.");

    private static RpcException Refusal(StatusCode code, string why) => new(new Status(code, why));
}
