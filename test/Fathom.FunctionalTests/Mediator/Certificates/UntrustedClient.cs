using System.Net.Security;
using System.Security.Cryptography.X509Certificates;
using Fathom.Transport.Client;

namespace Fathom.FunctionalTests.Mediator.Certificates;

/// <summary>TLS of clients that a node does not trust.</summary>
internal static class UntrustedClient
{
    /// <summary>A certificate with the certificates above it, as a client shows them.</summary>
    public static SslStreamCertificateContext Context(X509Certificate2 certificate, X509Certificate2Collection above) =>
        SslStreamCertificateContext.Create(certificate, above, offline: true);

    /// <summary>A client that takes any server, so that it is the server who decides.</summary>
    public static ChannelTls Showing(SslStreamCertificateContext? context) => new()
    {
        SslOptionsFactory = () => new SslClientAuthenticationOptions
        {
            ClientCertificateContext = context,
#pragma warning disable CA5359 // It is the stranger here.
            RemoteCertificateValidationCallback = static (_, _, _, _) => true,
#pragma warning restore CA5359
        },
    };
}
