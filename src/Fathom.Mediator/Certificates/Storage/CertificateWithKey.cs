using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Fathom.Mediator.Certificates.Storage;

/// <summary>A certificate with its private key and the intermediate certificates. They are in one file, so that a crash cannot separate key
/// and certificate.</summary>
internal sealed record CertificateWithKey(X509Certificate2 Certificate, X509Certificate2Collection Intermediates)
{
    /// <summary>Combines an issued certificate with its key.</summary>
    public static CertificateWithKey Of(ECDsa key, X509Certificate2 issued, X509Certificate2Collection intermediates) =>
        new(WithUsableKey(issued.CopyWithPrivateKey(key)), intermediates);

    /// <summary>Reads a file. Throws <see cref="CertificateFolderException"/> if it holds no certificate, or one of another key.</summary>
    public static CertificateWithKey Read(CertificateFolder folder, string name)
    {
        var text = folder.Read(name);
        try
        {
            X509Certificate2Collection all = [];
            all.ImportFromPem(text);
            all.RemoveAt(0);
            return new CertificateWithKey(WithUsableKey(X509Certificate2.CreateFromPem(text, text)), all);
        }
        catch (Exception e) when (e is CryptographicException or ArgumentException)
        {
            throw new CertificateFolderException(
                $"'{folder.PathOf(name)}' is no PEM private key with its certificate: {e.Message} Restore it from a backup, or start "
                    + "with an empty folder.", e);
        }
    }

    /// <summary>Replaces the file.</summary>
    public void Write(CertificateFolder folder, string name)
    {
        using var key = Certificate.GetECDsaPrivateKey()!;
        folder.Write(name, string.Join('\n', [key.ExportPkcs8PrivateKeyPem(), Certificate.ExportCertificatePem(),
            .. Intermediates.Select(c => c.ExportCertificatePem()), ""]));
    }

    private static X509Certificate2 WithUsableKey(X509Certificate2 certificate)
    {
        if (!OperatingSystem.IsWindows())
        {
            return certificate;
        }

        // TLS on Windows accepts only keys from a key container.
        using (certificate)
        {
            return X509CertificateLoader.LoadPkcs12(certificate.Export(X509ContentType.Pkcs12), null, X509KeyStorageFlags.Exportable);
        }
    }
}
