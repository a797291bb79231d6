using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Fathom.Mediator.Certificates.Authority;

namespace Fathom.Mediator.Certificates.Protocol;

/// <summary>Converts signed certificates to messages and back.</summary>
internal static class SignedCertificatesMapper
{
    private const int MaxChainLength = 4;

    /// <param name="signed">The certificates.</param>
    /// <param name="issuer">The address that renews them; null: the node has it.</param>
    /// <param name="founder">The name of the node at that address.</param>
    public static SignedCertificates ToMessage(NodeCertificateChains signed, Uri? issuer = null, string founder = "") =>
        new(signed.Root.RawData, [.. signed.Server.Select(c => c.RawData)], [.. signed.Client.Select(c => c.RawData)],
            issuer?.AbsoluteUri ?? "", founder);

    /// <summary>Parses certificates. Throws <see cref="SigningRefusedException"/> for malformed ones. The caller verifies
    /// them.</summary>
    public static NodeCertificateChains Read(SignedCertificates message)
    {
        try
        {
            return new NodeCertificateChains(X509CertificateLoader.LoadCertificate(message.Root), Chain(message.Server),
                Chain(message.Client));
        }
        catch (CryptographicException e)
        {
            throw new SigningRefusedException($"The received certificates are malformed: {e.Message}", e);
        }
    }

    private static X509Certificate2Collection Chain(IReadOnlyList<byte[]> chain) => chain.Count <= MaxChainLength
        ? [.. chain.Select(X509CertificateLoader.LoadCertificate)]
        : throw new SigningRefusedException($"A received chain has {chain.Count} certificates: up to {MaxChainLength} are accepted.");
}
