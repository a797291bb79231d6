using Fathom.Mediator.Certificates.Authority;
using Fathom.Transport.Calls;
using Fathom.Wire.Grpc;
using Microsoft.Extensions.Logging;

namespace Fathom.Mediator.Certificates.Protocol;

/// <summary>Signs for gRPC services: logs what was signed, and turns refusals of the authority into InvalidArgument. Owns
/// nothing.</summary>
internal sealed class SigningEndpoint(NetworkAuthority authority, ILogger logger)
{
    /// <summary>Throws <see cref="RpcException"/> for what would be refused, without signing.</summary>
    public static void Check(NodeIdentity node, byte[] serverRequest, byte[] clientRequest)
    {
        try
        {
            NetworkAuthority.Check(node, serverRequest, clientRequest);
        }
        catch (SigningRefusedException e)
        {
            throw Refused(e);
        }
    }

    /// <summary>Signs a node's keys. Throws <see cref="RpcException"/> for a refusal.</summary>
    /// <param name="node">The node.</param>
    /// <param name="serverRequest">The signing request for the server key.</param>
    /// <param name="clientRequest">The signing request for the client key.</param>
    /// <param name="what">The verb for the log: joined or renewed.</param>
    /// <param name="issuer">The address that renews the certificates; null: the node has it.</param>
    /// <param name="token">Cancels.</param>
    public async ValueTask<SignedCertificates> SignAsync(
        NodeIdentity node, byte[] serverRequest, byte[] clientRequest, string what, Uri? issuer, CancellationToken token)
    {
        try
        {
            var signed = await authority.SignAsync(node, serverRequest, clientRequest, token);
            CertificateLog.Signed(logger, node.Name, what, Validity.Of(signed.Server[0]).To);
            return SignedCertificatesMapper.ToMessage(signed, issuer);
        }
        catch (SigningRefusedException e)
        {
            throw Refused(e);
        }
    }

    private static RpcException Refused(SigningRefusedException error) =>
        new(new Status(StatusCode.InvalidArgument, error.Message), inner: error);
}
