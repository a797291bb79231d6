using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Fathom.Mediator.Certificates.Authority;

/// <summary>A certificate signing request (PKCS #10, RFC 2986): a public key, and the proof of possession of the private key. All other
/// contents are ignored.</summary>
internal static class SigningRequest
{
    private const int MaxSize = 4096;

    public static byte[] Create(string name, ECDsa key) =>
        new CertificateRequest(CertificateProfile.Name(name), key, HashAlgorithmName.SHA256).CreateSigningRequest();

    /// <summary>Its public key. Throws <see cref="SigningRefusedException"/> if it is no request, is not signed by its key, or has another
    /// kind of key.</summary>
    public static PublicKey Read(ReadOnlyMemory<byte> request)
    {
        if (request.Length > MaxSize)
        {
            throw new SigningRefusedException($"A signing request has {request.Length} bytes: up to {MaxSize} are accepted.");
        }

        try
        {
            var key = CertificateRequest.LoadSigningRequest(request.ToArray(), HashAlgorithmName.SHA256).PublicKey;
            return CertificateProfile.Accepts(key) ? key
                : throw new SigningRefusedException("The key of a signing request is not ECDSA on P-256.");
        }
        catch (Exception e) when (e is CryptographicException or ArgumentException or NotSupportedException)
        {
            throw new SigningRefusedException($"A signing request cannot be read: {e.Message}", e);
        }
    }
}
