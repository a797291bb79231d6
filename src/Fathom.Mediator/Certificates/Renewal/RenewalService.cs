using Fathom.Mediator.Certificates.Authority;
using Fathom.Mediator.Certificates.Protocol;
using Fathom.Mediator.Certificates.Trust;
using Fathom.Transport.Calls;
using Fathom.Transport.Services;
using Fathom.Wire.Grpc;
using Microsoft.Extensions.Logging;

namespace Fathom.Mediator.Certificates.Renewal;

/// <summary>Signs new keys for nodes of the network, each for the name in its client certificate. On the founding node, behind mutual
/// TLS.</summary>
internal sealed class RenewalService(NetworkAuthority authority, MemberRegistry members, ILogger logger) : IRenewal
{
    private readonly SigningEndpoint _signing = new(authority, logger);

    public async ValueTask<SignedCertificates> RenewAsync(RenewalRequest request, CallContext context = default)
    {
        var name = context.Server?.ClientCertificate is { } certificate
            ? NodeName.Of(certificate)
            : throw new RpcException(new Status(StatusCode.Unauthenticated,
                "A client certificate is required: the one to renew."));
        if (!members.Has(name))
        {
            CertificateLog.RenewalRefused(logger, name);
            throw new RpcException(new Status(StatusCode.PermissionDenied,
                $"Node '{name}' was expelled: join with a new invitation."));
        }

        return await _signing.SignAsync(
            new NodeIdentity(name, request.Hosts), request.ServerRequest, request.ClientRequest, "renewed", null,
                context.CancellationToken);
    }
}
