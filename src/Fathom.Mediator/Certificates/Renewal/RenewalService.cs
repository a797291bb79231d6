using Fathom.Mediator.Certificates.Authority;
using Fathom.Mediator.Certificates.Protocol;
using Fathom.Mediator.Certificates.Revocation;
using Fathom.Mediator.Certificates.Trust;
using Fathom.Transport.Calls;
using Fathom.Transport.Services;
using Fathom.Wire.Grpc;
using Microsoft.Extensions.Logging;

namespace Fathom.Mediator.Certificates.Renewal;

/// <summary>Signs new keys for nodes of the network, each for the name in its client certificate, and lists what was revoked. On the
/// founding node, behind mutual TLS.</summary>
internal sealed class RenewalService(MemberIssuer issuer, RevocationFile revoked, ILogger logger) : IRenewal
{
    // A page of so many has at most 300 KiB: names, reasons and serial numbers are limited.
    internal const int PageSize = 1000;

    private readonly Lock _lock = new();

    public async ValueTask<SignedCertificates> RenewAsync(RenewalRequest request, CallContext context = default)
    {
        var certificate = context.Server?.ClientCertificate ?? throw new RpcException(new Status(StatusCode.Unauthenticated,
            "A client certificate is required: the one to renew."));
        var name = NodeName.Of(certificate);
        try
        {
            var signed = await issuer.RenewAsync(new NodeIdentity(name, request.Hosts), certificate.SerialNumber, request.ServerRequest,
                request.ClientRequest, context.CancellationToken);
            CertificateLog.Signed(logger, name, "renewed", Validity.Of(signed.Server[0]).To);
            return SignedCertificatesMapper.ToMessage(signed);
        }
        catch (RenewalRefusedException e)
        {
            CertificateLog.RenewalRefused(logger, Printable.Sanitize(name), e.Message);
            throw new RpcException(new Status(StatusCode.PermissionDenied, e.Message), inner: e);
        }
        catch (SigningRefusedException e)
        {
            throw new RpcException(new Status(StatusCode.InvalidArgument, e.Message), inner: e);
        }
    }

    public IAsyncEnumerable<RevokedCertificates> GetRevokedAsync(CallContext context = default)
    {
        lock (_lock)
        {
            var list = revoked.Read().All;

            // Also of an empty list there is a page.
            return list.Chunk(PageSize).DefaultIfEmpty([]).Select(RevokedCertificatesMapper.ToMessage).ToAsyncEnumerable();
        }
    }
}
