using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Fathom.SubjectProtocol;

namespace Fathom.Subjects.Mediator.Certificates;

/// <summary>
/// A sender's certificates in files, as the published mediator keeps them, and what it does with them before every message. Owned by a
/// workload, which removes the files; so does an exit of the process in the middle of a workload.
/// </summary>
internal sealed class CertificateFiles : IDisposable
{
    private const string OwnWithKey = "own.pfx";
    private const string ParentWithKey = "parent.pfx";
    private const string Parent = "parent.crt";
    private const string FormerParent = "parent-old.crt";

    private readonly DirectoryInfo _folder;
    private readonly Lock _removing = new();
    private readonly string _password = Convert.ToHexString(RandomNumberGenerator.GetBytes(16));

    /// <summary>Writes the files.</summary>
    public CertificateFiles(PeerCertificates certificates)
    {
        // An exit waits: half-written files could not be removed. The folder comes after the handler that removes it.
        lock (_removing)
        {
            AppDomain.CurrentDomain.ProcessExit += OnExit;
            _folder = Directory.CreateTempSubdirectory("fathom-mediator-");
            var client = certificates.Client
                ?? throw new FormatException("the workload's certificate has no client certificate; the node provides one with --tls");
            using var parent = X509Certificate2.CreateFromPem(certificates.Trusted, client.TrustedKey);
            using var bare = X509Certificate2.CreateFromPem(certificates.Trusted);
            using var own = X509Certificate2.CreateFromPem(client.Certificate, client.Key);
            Write(OwnWithKey, Protected([own, bare]));
            Write(ParentWithKey, Protected([parent]));
            Write(Parent, bare.RawData);
            Write(FormerParent, bare.RawData);
        }
    }

    /// <summary>Loads the certificates for TLS. The caller owns both.</summary>
    public (X509Certificate2 Root, X509Certificate2 Own) Load() =>
        (X509CertificateLoader.LoadCertificateFromFile(PathOf(Parent)),
            X509CertificateLoader.LoadPkcs12FromFile(PathOf(OwnWithKey), _password));

    /// <summary>What the published mediator does in its lock for every message, before it gets a channel: loads its own certificate and the
    /// parent's with their keys, and builds a chain.</summary>
    public async Task LoadWithKeysAsync()
    {
        using var own = await ReadAsync(OwnWithKey);
        using var parent = await ReadAsync(ParentWithKey);
        using var chain = new X509Chain();
        chain.ChainPolicy.RevocationMode = X509RevocationMode.NoCheck;
        chain.ChainPolicy.VerificationFlags = X509VerificationFlags.AllowUnknownCertificateAuthority;
        chain.ChainPolicy.ExtraStore.Add(parent);
        if (!chain.Build(own))
        {
            throw new CryptographicException(
                $"The sender's certificate was not signed by its parent: {chain.ChainStatus[0].StatusInformation}");
        }

        async Task<X509Certificate2> ReadAsync(string name) =>
            X509CertificateLoader.LoadPkcs12(await File.ReadAllBytesAsync(PathOf(name)), _password);
    }

    /// <summary>
    /// What it does after that, outside the lock: loads the parent's certificate and the former one, without keys. The published code
    /// blocks a thread of the pool for each; here none blocks, so that the lock is the only difference (blocked threads are the study
    /// <c>channels</c>).
    /// </summary>
    public async Task LoadParentsAsync()
    {
        foreach (var name in new[] { Parent, FormerParent })
        {
            X509CertificateLoader.LoadCertificate(await File.ReadAllBytesAsync(PathOf(name))).Dispose();
        }
    }

    public void Dispose()
    {
        AppDomain.CurrentDomain.ProcessExit -= OnExit;
        Remove();
    }

    private void OnExit(object? sender, EventArgs e)
    {
        try
        {
            Remove();
        }
        catch (IOException)
        {
            // Windows does not remove a file that a task is reading. Failing here would report a fault that the subject does not have.
        }
    }

    private void Remove()
    {
        lock (_removing)
        {
            _folder.Refresh();
            if (_folder.Exists)
            {
                _folder.Delete(recursive: true);
            }
        }
    }

    // As the published ones are, and .NET 8 wrote them: Triple DES, 2,000 rounds of SHA-1 for each of its keys. (One in today's default
    // form takes 28 ms to load.)
    private byte[] Protected(X509Certificate2Collection certificates) =>
        certificates.ExportPkcs12(Pkcs12ExportPbeParameters.Pkcs12TripleDesSha1, _password);

    private void Write(string name, byte[] content)
    {
        var file = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write };
        if (!OperatingSystem.IsWindows())
        {
            file.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        }

        using var stream = new FileStream(PathOf(name), file);
        stream.Write(content);
    }

    private string PathOf(string name) => Path.Combine(_folder.FullName, name);
}
