using System.Security.Cryptography.X509Certificates;

namespace Fathom.Transport.Connections;

/// <summary>How the certificate of a peer is checked. Nothing is downloaded: the addresses in a certificate are those its owner
/// chose.</summary>
internal static class ChainPolicies
{
    /// <summary>Trusts the roots of the operating system.</summary>
    public static X509ChainPolicy TrustSystem(X509RevocationMode revocation) =>
        new() { DisableCertificateDownloads = true, RevocationMode = revocation };

    /// <summary>Trusts these roots alone.</summary>
    public static X509ChainPolicy TrustOnly(X509Certificate2Collection roots)
    {
        var policy = new X509ChainPolicy
        {
            TrustMode = X509ChainTrustMode.CustomRootTrust,
            RevocationMode = X509RevocationMode.NoCheck,
            DisableCertificateDownloads = true,
        };
        policy.CustomTrustStore.AddRange(roots);
        return policy;
    }
}
