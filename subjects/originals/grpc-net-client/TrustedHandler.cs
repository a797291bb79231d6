using System.Net.Security;
using System.Security.Cryptography.X509Certificates;

namespace Fathom.Subjects.GrpcNetClient;

/// <summary>The handler that Grpc.Net.Client makes by itself, with a certificate to trust.</summary>
internal static class TrustedHandler
{
    /// <summary>A handler for one channel, which disposes it.</summary>
    /// <param name="pem">The certificate to trust, PEM.</param>
    public static SocketsHttpHandler Create(string pem)
    {
        var policy = new X509ChainPolicy
        {
            TrustMode = X509ChainTrustMode.CustomRootTrust,
            RevocationMode = X509RevocationMode.NoCheck,
        };
        policy.CustomTrustStore.ImportFromPem(pem);
        return new SocketsHttpHandler
        {
            EnableMultipleHttp2Connections = true,
            SslOptions = new SslClientAuthenticationOptions { CertificateChainPolicy = policy },
        };
    }
}
