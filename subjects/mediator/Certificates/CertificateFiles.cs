using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Fathom.Subjects.Mediator.Certificates;

/// <summary>
/// A sender's certificates in files with a password, as the published mediator keeps them, and what that does with them before every message. Owned by a workload; the
/// files go with it.
/// </summary>
internal sealed class CertificateFiles : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("fathom-mediator-");
    private readonly string _password = Convert.ToHexString(RandomNumberGenerator.GetBytes(16));

    /// <summary>Writes what <see cref="RunCertificates.ForSender"/> handed over to files.</summary>
    public CertificateFiles(string pem)
    {
        X509Certificate2Collection both = [];
        both.ImportFromPem(pem);
        using var root = both[0];
        using var own = both[1];
        using var key = ECDsa.Create();
        key.ImportFromPem(pem);
        using var withKey = own.CopyWithPrivateKey(key);
        Write("root", root);
        Write("own", withKey);
    }

    /// <summary>Loads them: the key derived from the password, for each file. The caller owns both.</summary>
    public (X509Certificate2 Root, X509Certificate2 Own) Load() => (Read("root"), Read("own"));

    /// <summary>
    /// What the published mediator does for every message before it asks for a channel: its own certificate and the parent's from their files, a chain, and two more from
    /// theirs.
    /// </summary>
    public void LoadAsPublished()
    {
        var (root, own) = Load();
        using (root)
        using (own)
        {
            using var chain = new X509Chain();
            chain.ChainPolicy.TrustMode = X509ChainTrustMode.CustomRootTrust;
            chain.ChainPolicy.CustomTrustStore.Add(root);
            chain.ChainPolicy.RevocationMode = X509RevocationMode.NoCheck;
            if (!chain.Build(own))
            {
                throw new CryptographicException($"The sender's certificate was not signed by its root: {chain.ChainStatus[0].StatusInformation}");
            }

            var (again, more) = Load();
            again.Dispose();
            more.Dispose();
        }
    }

    public void Dispose() => _folder.Delete(recursive: true);

    private void Write(string name, X509Certificate2 certificate)
    {
        var file = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write };
        if (!OperatingSystem.IsWindows())
        {
            file.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        }

        using var stream = new FileStream(PathOf(name), file);
        // As .NET wrote them when the mediator was published: 2,000 rounds of key derivation. (With today's default loading one took 28 ms instead of about 5.)
        stream.Write(certificate.ExportPkcs12(Pkcs12ExportPbeParameters.Pkcs12TripleDesSha1, _password));
    }

    private X509Certificate2 Read(string name) => X509CertificateLoader.LoadPkcs12FromFile(PathOf(name), _password);

    private string PathOf(string name) => Path.Combine(_folder.FullName, $"{name}.pfx");
}
