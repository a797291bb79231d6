using System.Security.Cryptography.X509Certificates;

namespace Fathom.Transport.Client;

/// <summary>Whom a channel trusts, in place of the authorities the system trusts.</summary>
public sealed record ChannelTls
{
    /// <summary>The only roots accepted; a self-signed certificate is its own root. The channel does not dispose them.</summary>
    public X509Certificate2Collection? TrustedRoots { get; init; }

    /// <summary>Accepts any certificate: encrypted, but by nobody knows whom.</summary>
    public bool SkipVerification { get; init; }

    /// <summary>Trusts the certificates in <paramref name="pem"/> and nothing else.</summary>
    public static ChannelTls TrustPem(string pem)
    {
        X509Certificate2Collection roots = [];
        roots.ImportFromPem(pem);
        return new ChannelTls { TrustedRoots = roots };
    }
}
