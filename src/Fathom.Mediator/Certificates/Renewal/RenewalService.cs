using Fathom.Mediator.Certificates.Authority;
using Fathom.Mediator.Certificates.Protocol;
using Fathom.Mediator.Certificates.Trust;
using Fathom.Transport.Calls;
using Fathom.Transport.Services;
using Fathom.Wire.Grpc;
using Microsoft.Extensions.Logging;

namespace Fathom.Mediator.Certificates.Renewal;

/// <summary>Signs new keys for the nodes of the network, each for the name in the certificate it calls with; on the founding node, behind
/// mutual TLS.</summary>
internal sealed class RenewalService(NetworkAuthority authority, MemberRegistry members, ILogger logger) : IRenewal
{
    private readonly SigningEndpoint _signing = new(authority, logger);

    public async ValueTask<SignedCertificates> RenewAsync(RenewalRequest request, CallContext context = default)
    {
        var name = context.Server?.ClientCertificate is { } certificate
            ? NodeName.Of(certificate)
            : throw new RpcException(new Status(StatusCode.Unauthenticated,
                "Certificates are renewed for who shows the one to be renewed."));
        if (!members.Has(name))
        {
            CertificateLog.RenewalRefused(logger, name);
            throw new RpcException(new Status(StatusCode.PermissionDenied,
                $"Node '{name}' is no member any more: join with a new invitation."));
        }

        return await _signing.SignAsync(
            new NodeIdentity(name, request.Hosts), request.ServerRequest, request.ClientRequest, "renewed", null,
                context.CancellationToken);
    }
}
