using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Fathom.Mediator.Certificates.Trust;

/// <summary>
/// The fingerprint of a root: the SHA-256 of its public key (SubjectPublicKeyInfo, as RFC 7469 section 2.4 pins one). Renewing the root
/// keeps its key, and so the fingerprint.
/// </summary>
internal static class RootFingerprint
{
    public const int Size = SHA256.HashSizeInBytes;

    public static byte[] Of(X509Certificate2 root) => SHA256.HashData(root.PublicKey.ExportSubjectPublicKeyInfo());

    public static bool Is(X509Certificate2 root, ReadOnlySpan<byte> fingerprint) =>
        CryptographicOperations.FixedTimeEquals(Of(root), fingerprint);
}
