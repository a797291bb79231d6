using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Fathom.Mediator.Certificates.Nodes;

/// <summary>
/// The intermediate certificates that clients of this process send, each loaded once. .NET 10 on Linux never frees one that a client has
/// sent (dotnet/runtime, issue 132350): otherwise each renewal would load it again and leave it for as long as the process lives.
/// Thread-safe.
/// </summary>
internal static class SentIntermediates
{
    private static readonly Lock Lock = new();
    private static readonly Dictionary<string, X509Certificate2> Loaded = new(StringComparer.Ordinal);

    /// <summary>The same certificates, in the same order. Do not dispose them.</summary>
    public static X509Certificate2Collection Of(X509Certificate2Collection certificates)
    {
        lock (Lock)
        {
            return [.. certificates.Select(Shared)];
        }
    }

    private static X509Certificate2 Shared(X509Certificate2 certificate)
    {
        var hash = certificate.GetCertHashString(HashAlgorithmName.SHA256);
        if (!Loaded.TryGetValue(hash, out var shared))
        {
            // No node sends those any more that expired before this one was made.
            foreach (var (old, _) in Loaded.Where(one => one.Value.NotAfter < certificate.NotBefore).ToList())
            {
                Loaded.Remove(old);
            }

            Loaded[hash] = shared = X509CertificateLoader.LoadCertificate(certificate.RawData);
        }

        return shared;
    }
}
