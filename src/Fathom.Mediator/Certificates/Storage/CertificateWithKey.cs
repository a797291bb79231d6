using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Fathom.Mediator.Certificates.Storage;

/// <summary>A certificate with its private key, and the certificates above it short of the root. One file, so that no crash parts a key
/// from its certificate.</summary>
internal sealed record CertificateWithKey(X509Certificate2 Certificate, X509Certificate2Collection Above)
{
    /// <summary>A certificate that was issued for a key of ours.</summary>
    public static CertificateWithKey Of(ECDsa key, X509Certificate2 issued, X509Certificate2Collection above) =>
        new(Usable(issued.CopyWithPrivateKey(key)), above);

    /// <summary>Reads the file's text. Throws <see cref="CertificateFolderException"/> where it holds no certificate, or one that is not of
    /// its key.</summary>
    public static CertificateWithKey Read(CertificateFolder folder, string name)
    {
        var text = folder.Read(name);
        try
        {
            X509Certificate2Collection all = [];
            all.ImportFromPem(text);
            all.RemoveAt(0);
            return new CertificateWithKey(Usable(X509Certificate2.CreateFromPem(text, text)), all);
        }
        catch (Exception e) when (e is CryptographicException or ArgumentException)
        {
            throw new CertificateFolderException(
                $"'{folder.PathOf(name)}' is no private key and certificate in PEM that belong together: {e.Message} Put it back from a "
                    + $"backup, or begin with an empty folder.", e);
        }
    }

    /// <summary>Replaces the file.</summary>
    public void Write(CertificateFolder folder, string name)
    {
        using var key = Certificate.GetECDsaPrivateKey()!;
        folder.Write(name, string.Join('\n', [key.ExportPkcs8PrivateKeyPem(), Certificate.ExportCertificatePem(),
            .. Above.Select(c => c.ExportCertificatePem()), ""]));
    }

    private static X509Certificate2 Usable(X509Certificate2 certificate)
    {
        if (!OperatingSystem.IsWindows())
        {
            return certificate;
        }

        // TLS takes no key there that was never in a container.
        using (certificate)
        {
            return X509CertificateLoader.LoadPkcs12(certificate.Export(X509ContentType.Pkcs12), null, X509KeyStorageFlags.Exportable);
        }
    }
}
