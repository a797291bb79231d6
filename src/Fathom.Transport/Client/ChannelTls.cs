using System.Net.Security;
using System.Security.Cryptography.X509Certificates;
using Fathom.Transport.Connections;

namespace Fathom.Transport.Client;

/// <summary>TLS settings of a channel.</summary>
public sealed record ChannelTls
{
    /// <summary>The only root certificates that are accepted; a self-signed certificate is its own root. Default null: those of the
    /// operating system. The channel does not dispose them.</summary>
    public X509Certificate2Collection? TrustedRoots { get; init; }

    /// <summary>Accepts any server certificate. The connection is encrypted, but the server is not authenticated. Default false.</summary>
    public bool SkipVerification { get; init; }

    /// <summary>The client certificate with its private key, for servers that require one (mutual TLS). Default null: none. The channel
    /// does not dispose it.</summary>
    public X509Certificate2? ClientCertificate { get; init; }

    /// <summary>The name that is requested by SNI (RFC 6066) and that the server's certificate must contain. Default null: the host of the
    /// address, or of <see cref="NativeChannelOptions.Authority"/>.</summary>
    public string? ServerName { get; init; }

    /// <summary>
    /// Creates the TLS options of each new connection, instead of the other properties, so that certificates can be replaced while calls
    /// are in progress. Must return a new object, which the channel modifies (host name, protocols), and must not throw. A channel over
    /// HttpClient calls it once, when it is created.
    /// </summary>
    public Func<SslClientAuthenticationOptions>? SslOptionsFactory { get; init; }

    /// <summary>Settings that trust only the certificates in <paramref name="pem"/>.</summary>
    public static ChannelTls TrustPem(string pem)
    {
        X509Certificate2Collection roots = [];
        roots.ImportFromPem(pem);
        return new ChannelTls { TrustedRoots = roots };
    }

    /// <summary>Creates the options for SslStream; null stands for the defaults.</summary>
    internal static SslClientAuthenticationOptions ToSslOptions(ChannelTls? tls)
    {
        var ssl = tls?.SslOptionsFactory is { } create ? create() : FromProperties(tls);
        ssl.CertificateChainPolicy ??= ChainPolicies.TrustSystem(ssl.CertificateRevocationCheckMode);
        return ssl;
    }

    private static SslClientAuthenticationOptions FromProperties(ChannelTls? tls)
    {
        var ssl = new SslClientAuthenticationOptions { TargetHost = tls?.ServerName };
        if (tls is null)
        {
            return ssl;
        }

        if (tls.SkipVerification)
        {
#pragma warning disable CA5359 // Explicitly requested, and never the default.
            ssl.RemoteCertificateValidationCallback = static (_, _, _, _) => true;
#pragma warning restore CA5359
        }
        else if (tls.TrustedRoots is { } roots)
        {
            ssl.CertificateChainPolicy = ChainPolicies.TrustOnly(roots);
        }

        if (tls.ClientCertificate is { } certificate)
        {
            ssl.ClientCertificateContext = SslStreamCertificateContext.Create(certificate, additionalCertificates: null, offline: true);
        }

        return ssl;
    }
}
