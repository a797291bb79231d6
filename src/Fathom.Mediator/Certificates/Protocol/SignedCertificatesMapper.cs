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

    // A key that is none is found when it is read.
    private static X509Certificate2 LoadWithKey(byte[] certificate)
    {
        var loaded = X509CertificateLoader.LoadCertificate(certificate);
        _ = loaded.PublicKey;
        return loaded;
    }

    private static X509Certificate2Collection Chain(IReadOnlyList<byte[]> chain) => chain.Count <= MaxChainLength
        ? [.. chain.Select(LoadWithKey)]
        : throw new SigningRefusedException($"A received chain has {chain.Count} certificates: up to {MaxChainLength} are accepted.");
}
