using System.Net.Security;
using System.Security.Cryptography.X509Certificates;

namespace Fathom.Transport.Client;

/// <summary>Whom a channel trusts, in place of the authorities the system trusts.</summary>
public sealed record ChannelTls
{
    /// <summary>The only roots accepted; a self-signed certificate is its own root. The channel does not dispose them.</summary>
    public X509Certificate2Collection? TrustedRoots { get; init; }

    /// <summary>Accepts any certificate: encrypted, but by nobody knows whom.</summary>
    public bool SkipVerification { get; init; }

    /// <summary>The certificate with its private key that a server may ask for (mutual TLS); null: none. The channel does not dispose
    /// it.</summary>
    public X509Certificate2? ClientCertificate { get; init; }

    /// <summary>
    /// What TLS is made of, asked for each connection in place of all the rest here: a certificate can be replaced while calls go on.
    /// Returns an object that the channel may keep and add to (the server's name, the protocols), and does not throw. A channel over
    /// HttpClient asks once, when it is made.
    /// </summary>
    public Func<SslClientAuthenticationOptions>? SslOptionsFactory { get; init; }

    /// <summary>Trusts the certificates in <paramref name="pem"/> and nothing else.</summary>
    public static ChannelTls TrustPem(string pem)
    {
        X509Certificate2Collection roots = [];
        roots.ImportFromPem(pem);
        return new ChannelTls { TrustedRoots = roots };
    }

    /// <summary>What these settings are for SslStream; null stands for the defaults.</summary>
    internal static SslClientAuthenticationOptions ToSslOptions(ChannelTls? tls)
    {
        if (tls?.SslOptionsFactory is { } made)
        {
            return made();
        }

        var ssl = new SslClientAuthenticationOptions();
        if (tls is null)
        {
            return ssl;
        }

        if (tls.SkipVerification)
        {
#pragma warning disable CA5359 // Asked for by name, and never the default.
            ssl.RemoteCertificateValidationCallback = static (_, _, _, _) => true;
#pragma warning restore CA5359
        }
        else if (tls.TrustedRoots is { } roots)
        {
            ssl.CertificateChainPolicy = new X509ChainPolicy
            {
                TrustMode = X509ChainTrustMode.CustomRootTrust,
                RevocationMode = X509RevocationMode.NoCheck,
            };
            ssl.CertificateChainPolicy.CustomTrustStore.AddRange(roots);
        }

        if (tls.ClientCertificate is { } certificate)
        {
            ssl.ClientCertificateContext = SslStreamCertificateContext.Create(certificate, additionalCertificates: null, offline: true);
        }

        return ssl;
    }
}
