using Fathom.Mediator.Certificates.Authority;
using Fathom.Transport.Calls;
using Fathom.Wire.Grpc;
using Microsoft.Extensions.Logging;

namespace Fathom.Mediator.Certificates.Protocol;

/// <summary>Signing as services answer it: certificates as a message, with a line in the log; what the authority refuses as
/// InvalidArgument. Owns nothing.</summary>
internal sealed class SigningEndpoint(NetworkAuthority authority, ILogger logger)
{
    /// <summary>Throws <see cref="RpcException"/> for what would be refused, and signs nothing.</summary>
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

    /// <summary>Signs, and throws <see cref="RpcException"/> for what is refused.</summary>
    /// <param name="node">Who asks.</param>
    /// <param name="serverRequest">For the server's key.</param>
    /// <param name="clientRequest">For the client's key.</param>
    /// <param name="what">What the node did thereby, for the log.</param>
    /// <param name="issuer">Where the certificates are renewed; null: the node knows.</param>
    /// <param name="token">Gives up.</param>
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
