using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Fathom.Mediator.Certificates.Storage;
using Fathom.Mediator.Certificates.Trust;
using Microsoft.Extensions.Logging;

namespace Fathom.Mediator.Certificates.Authority;

/// <summary>
/// The root and the issuing certificate of a network, on its founding node. No other node has their keys. Owns their files. The root's key
/// signs only successors of these two, so it may be kept off this machine in the meantime.
/// </summary>
internal sealed class NetworkAuthority : INodeSigner
{
    /// <summary>The file of the root's certificate, on every node.</summary>
    public const string RootFile = "root.pem";

    /// <summary>The file of the root's key.</summary>
    public const string RootKeyFile = "root-key.pem";

    /// <summary>The file of the issuing key and its certificate.</summary>
    public const string IssuingFile = "issuing.pem";

    private readonly Lock _lock = new();
    private readonly CertificateFolder _folder;
    private readonly CertificateLifetimes _lives;
    private readonly TimeProvider _time;
    private readonly ILogger _logger;
    private X509Certificate2 _root;
    private CertificateWithKey _issuing;

    private NetworkAuthority(CertificateFolder folder, CertificateLifetimes lives, TimeProvider time, ILogger logger, X509Certificate2 root,
        CertificateWithKey issuing) =>
        (_folder, _lives, _time, _logger, _root, _issuing) = (folder, lives, time, logger, root, issuing);

    /// <summary>The current root.</summary>
    public X509Certificate2 Root
    {
        get
        {
            lock (_lock)
            {
                return _root;
            }
        }
    }

    /// <summary>When the first of the two is due for renewal.</summary>
    public DateTimeOffset RenewAt
    {
        get
        {
            lock (_lock)
            {
                var (root, issuing) = (Validity.Of(_root).RenewAt, Validity.Of(_issuing.Certificate).RenewAt);
                return root < issuing ? root : issuing;
            }
        }
    }

    /// <summary>Whether a folder belongs to a founding node.</summary>
    public static bool IsIn(CertificateFolder folder) => folder.Has(IssuingFile);

    /// <summary>Creates the missing ones of root and issuing certificate. The order lets the next process continue after a
    /// crash.</summary>
    public static NetworkAuthority Create(CertificateFolder folder, CertificateLifetimes lives, TimeProvider time, ILogger logger)
    {
        var now = time.GetUtcNow();
        if (!folder.Has(RootKeyFile))
        {
            using var created = CertificateProfile.NewKey();
            folder.Write(RootKeyFile, created.ExportPkcs8PrivateKeyPem() + "\n");
        }

        using var key = ReadRootKey(folder, folder.Has(RootFile) ? ReadRoot(folder) : null);
        if (!folder.Has(RootFile))
        {
            WriteRoot(folder, CertificateProfile.Root(CertificateProfile.AuthorityName("root"), key, Validity.StartingAt(now, lives.Root)));
        }

        var root = ReadRoot(folder);
        CreateIssuing(root, key, Validity.StartingAt(now, lives.Issuing, root)).Write(folder, IssuingFile);
        CertificateLog.Founded(logger, folder.Path, Convert.ToHexStringLower(RootFingerprint.Of(root)));
        return Open(folder, lives, time, logger);
    }

    /// <summary>Opens the files. Throws <see cref="CertificateFolderException"/> for unusable ones, also for a root key that is there and
    /// belongs to another root.</summary>
    public static NetworkAuthority Open(CertificateFolder folder, CertificateLifetimes lives, TimeProvider time, ILogger logger)
    {
        var root = ReadRoot(folder);
        if (folder.Has(RootKeyFile))
        {
            ReadRootKey(folder, root).Dispose();
        }

        return new NetworkAuthority(folder, lives, time, logger, root, CertificateWithKey.Read(folder, IssuingFile));
    }

    /// <summary>Reads the root's certificate. A node that joined has nothing else of the root.</summary>
    public static X509Certificate2 ReadRoot(CertificateFolder folder)
    {
        try
        {
            return X509Certificate2.CreateFromPem(folder.Read(RootFile));
        }
        catch (CryptographicException e)
        {
            throw new CertificateFolderException(
                $"'{folder.PathOf(RootFile)}' is no PEM certificate: {e.Message} Restore it from a backup.", e);
        }
    }

    public static void WriteRoot(CertificateFolder folder, X509Certificate2 root) =>
        folder.Write(RootFile, root.ExportCertificatePem() + "\n");

    /// <summary>Signs a node's keys. Throws <see cref="SigningRefusedException"/> for an unacceptable name, host name or key. Other
    /// contents of the requests are ignored.</summary>
    public ValueTask<NodeCertificateChains> SignAsync(
        NodeIdentity node, byte[] serverRequest, byte[] clientRequest, CancellationToken token)
    {
        return new(Sign(node, serverRequest, clientRequest));
    }

    /// <inheritdoc cref="SignAsync"/>
    public NodeCertificateChains Sign(NodeIdentity node, byte[] serverRequest, byte[] clientRequest)
    {
        Check(node, serverRequest, clientRequest);
        return Sign(node, SigningRequest.Read(serverRequest), SigningRequest.Read(clientRequest));
    }

    /// <summary>Throws what <see cref="SignAsync"/> would throw, without signing.</summary>
    public static void Check(NodeIdentity node, byte[] serverRequest, byte[] clientRequest)
    {
        if (node.Fault is { } fault)
        {
            throw new SigningRefusedException($"{fault}.");
        }

        SubjectAlternativeNames.Check(node);
        SigningRequest.Read(serverRequest);
        SigningRequest.Read(clientRequest);
    }

    /// <summary>Renews what is due. False if the root's key is needed and missing.</summary>
    public bool RenewIfDue()
    {
        lock (_lock)
        {
            var now = _time.GetUtcNow();
            var rootIsDue = Validity.Of(_root).IsDue(now);
            if (!rootIsDue && !Validity.Of(_issuing.Certificate).IsDue(now))
            {
                return true;
            }

            if (!_folder.Has(RootKeyFile))
            {
                CertificateLog.RootKeyMissing(_logger, _folder.PathOf(RootKeyFile), Validity.Of(_issuing.Certificate).To);
                return false;
            }

            using var key = ReadRootKey(_folder, _root);
            if (rootIsDue)
            {
                _root = CertificateProfile.Root(_root.SubjectName, key, Validity.StartingAt(now, _lives.Root));
                WriteRoot(_folder, _root);
                CertificateLog.Renewed(_logger, "root", Validity.Of(_root).To);
            }

            if (Validity.Of(_issuing.Certificate).IsDue(now))
            {
                _issuing = CreateIssuing(_root, key, Validity.StartingAt(now, _lives.Issuing, _root));
                _issuing.Write(_folder, IssuingFile);
                CertificateLog.Renewed(_logger, "issuing", Validity.Of(_issuing.Certificate).To);
            }

            return true;
        }
    }

    private static CertificateWithKey CreateIssuing(X509Certificate2 root, ECDsa rootKey, Validity validity)
    {
        using var key = CertificateProfile.NewKey();
        return CertificateWithKey.Of(key, CertificateProfile.Issuing(new PublicKey(key), root, rootKey, validity), []);
    }

    private static ECDsa ReadRootKey(CertificateFolder folder, X509Certificate2? root)
    {
        var key = ECDsa.Create();
        try
        {
            key.ImportFromPem(folder.Read(RootKeyFile));
        }
        catch (Exception e) when (e is CryptographicException or ArgumentException)
        {
            key.Dispose();
            throw new CertificateFolderException(
                $"'{folder.PathOf(RootKeyFile)}' is no PEM private key: {e.Message} Restore it from a backup.", e);
        }

        if (root is not null && !key.ExportSubjectPublicKeyInfo().AsSpan().SequenceEqual(root.PublicKey.ExportSubjectPublicKeyInfo()))
        {
            key.Dispose();
            throw new CertificateFolderException(
                $"'{folder.PathOf(RootKeyFile)}' is not the key of the certificate in '{folder.PathOf(RootFile)}': what it signs, no node "
                    + "of the network accepts. Restore the two files from one backup, or move the key away.");
        }

        return key;
    }

    private NodeCertificateChains Sign(NodeIdentity node, PublicKey server, PublicKey client)
    {
        lock (_lock)
        {
            using var key = _issuing.Certificate.GetECDsaPrivateKey()!;
            var validity = Validity.StartingAt(_time.GetUtcNow(), _lives.Node, _issuing.Certificate);
            return new NodeCertificateChains(_root, Chain(CertificatePurpose.Server, server), Chain(CertificatePurpose.Client, client));

            X509Certificate2Collection Chain(CertificatePurpose purpose, PublicKey of) =>
                [CertificateProfile.Node(node, purpose, of, _issuing.Certificate, key, validity),
                    X509CertificateLoader.LoadCertificate(_issuing.Certificate.RawData)];
        }
    }
}
