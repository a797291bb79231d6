using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Fathom.Mediator.Certificates.Authority;

namespace Fathom.Mediator.Certificates.Protocol;

/// <summary>Signed certificates as messages, and back.</summary>
internal static class SignedCertificatesMapper
{
    private const int LongestChain = 4;

    public static SignedCertificates ToMessage(NodeCertificateChains signed, Uri? issuer) =>
        new(signed.Root.RawData, [.. signed.Server.Select(c => c.RawData)], [.. signed.Client.Select(c => c.RawData)],
            issuer?.AbsoluteUri ?? "");

    /// <summary>Throws <see cref="SigningRefusedException"/> for what are no certificates. Whether they are any good is seen to by who
    /// asked for them.</summary>
    public static NodeCertificateChains Read(SignedCertificates message)
    {
        try
        {
            return new NodeCertificateChains(X509CertificateLoader.LoadCertificate(message.Root), Chain(message.Server),
                Chain(message.Client));
        }
        catch (CryptographicException e)
        {
            throw new SigningRefusedException($"What came back are no certificates: {e.Message}", e);
        }
    }

    private static X509Certificate2Collection Chain(IReadOnlyList<byte[]> chain) => chain.Count <= LongestChain
        ? [.. chain.Select(X509CertificateLoader.LoadCertificate)]
        : throw new SigningRefusedException($"A chain of {chain.Count} certificates came back: up to {LongestChain} are accepted.");
}
