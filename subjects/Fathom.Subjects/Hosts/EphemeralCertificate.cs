using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Fathom.Subjects.Hosts;

/// <summary>Certificates for one run of a subject on this machine.</summary>
public static class EphemeralCertificate
{
    private static readonly TimeSpan Lifetime = TimeSpan.FromDays(7);

    /// <summary>A self-signed ECDSA P-256 certificate for localhost, 127.0.0.1 and ::1, of a server or a client; the caller owns
    /// it.</summary>
    public static X509Certificate2 Create(TimeProvider? time = null)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256);
        var names = new SubjectAlternativeNameBuilder();
        names.AddDnsName("localhost");
        names.AddIpAddress(IPAddress.Loopback);
        names.AddIpAddress(IPAddress.IPv6Loopback);
        request.CertificateExtensions.Add(names.Build());

        // C-core accepts a self-signed certificate as its own root only with the CA flag.
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(certificateAuthority: true, false, 0, critical: true));
        request.CertificateExtensions.Add(new X509EnhancedKeyUsageExtension(
            [new Oid("1.3.6.1.5.5.7.3.1"), new Oid("1.3.6.1.5.5.7.3.2")], critical: false));

        // An hour back, for a peer whose clock is behind.
        var now = (time ?? TimeProvider.System).GetUtcNow();
        using var created = request.CreateSelfSigned(now.AddHours(-1), now.Add(Lifetime));

        // Through PKCS#12: Windows cannot serve TLS with a key that is in memory only. Exportable: Grpc.Core takes keys as PEM.
        return X509CertificateLoader.LoadPkcs12(created.Export(X509ContentType.Pkcs12), null, X509KeyStorageFlags.Exportable);
    }
}
