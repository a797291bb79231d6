using Fathom.Mediator.Certificates.Authority;
using Fathom.Mediator.Certificates.Enrollment;
using Fathom.Mediator.Certificates.Storage;
using Fathom.Mediator.Certificates.Trust;

namespace Fathom.Mediator.Certificates.Nodes;

/// <summary>The checked contents of a node's folder: with the authority on a founding node, with the issuer's address on one that
/// joined.</summary>
internal sealed record NodeStore(CertificateFolder Folder, NodeFiles Files, NetworkAuthority? Authority, Membership? Membership)
{
    /// <summary>Throws <see cref="ArgumentException"/> for invalid options.</summary>
    public static void Validate(NodeCertificatesOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        NodeName.Require(options.Name, nameof(options));
        options.Lives.Validate();
        if (IdentityOf(options).Fault is { } fault)
        {
            throw new ArgumentException($"{fault}.", nameof(options));
        }

        if (options.IssuerAddress is { } issuer && issuer.Scheme != Uri.UriSchemeHttps)
        {
            throw new ArgumentException(
                $"{nameof(options.IssuerAddress)} '{issuer}' is not accepted: an https address is needed, which identifies the server.",
                    nameof(options));
        }
    }

    /// <summary>The identity of a founding node.</summary>
    public static NodeIdentity IdentityOf(NodeCertificatesOptions options) => new(options.Name, options.HostNames);

    /// <summary>The identity that a node requests of the founding node.</summary>
    public static NodeIdentity RequestOf(NodeCertificatesOptions options) => new(options.Name, options.RequestedHostNames);

    /// <summary>Creates missing files in the folder of a founding node, and all files in an empty folder. Leaves the folder of a node that
    /// joined unchanged.</summary>
    public static void Create(NodeCertificatesOptions options)
    {
        Validate(options);
        var folder = CertificateFolder.At(options.Folder);
        using (folder.Enter())
        {
            folder.RemoveTemporaryFiles();
            if (folder.Has(NetworkAuthority.RootKeyFile) || folder.Names(".pem").Count == 0)
            {
                Create(folder, options);
            }
        }
    }

    /// <summary>Opens a folder. Renews due certificates of a founding node, however long it was down.</summary>
    public static NodeStore Open(NodeCertificatesOptions options)
    {
        Validate(options);
        var folder = CertificateFolder.At(options.Folder);
        var files = NodeFiles.Read(folder);
        if (files.Name != options.Name)
        {
            throw new CertificateFolderException(
                $"'{folder.Path}' has the certificates of node '{Printable.Sanitize(files.Name)}', not of '{options.Name}': give each "
                    + $"node a "
                    + $"folder of its own.");
        }

        return NetworkAuthority.IsIn(folder) ? OpenFounder(folder, files, options) : OpenMember(folder, files, options);
    }

    private static NodeStore OpenFounder(CertificateFolder folder, NodeFiles files, NodeCertificatesOptions options)
    {
        var authority = NetworkAuthority.Open(folder, options.Lives, options.TimeProvider, options.Logger);
        authority.RenewIfDue();
        var isDue = files.DueAt(options.TimeProvider.GetUtcNow()) <= options.TimeProvider.GetUtcNow();
        return new NodeStore(folder, isDue ? CreateFiles(folder, authority, options) : files, authority, null);
    }

    private static NodeStore OpenMember(CertificateFolder folder, NodeFiles files, NodeCertificatesOptions options)
    {
        var membership = NodeEnrollment.MembershipOf(folder);
        return membership is null
            ? throw new CertificateFolderException(
                $"'{folder.Path}' has no 'membership.json', which names the node that renews certificates: restore it from a backup, or "
                    + "join again with an empty folder.")
            : files.ExpiresAt <= options.TimeProvider.GetUtcNow()
            ? throw new CertificateFolderException(
                $"The certificates in '{folder.Path}' expired at {files.ExpiresAt:u}, so they can no longer be renewed. Join again, "
                    + $"with an empty folder and an invitation for '{files.Name}'.")
            : new NodeStore(folder, files, null, membership with { Issuer = options.IssuerAddress ?? membership.Issuer });
    }

    private static void Create(CertificateFolder folder, NodeCertificatesOptions options)
    {
        var authority = NetworkAuthority.IsIn(folder)
            ? NetworkAuthority.Open(folder, options.Lives, options.TimeProvider, options.Logger)
            : NetworkAuthority.Create(folder, options.Lives, options.TimeProvider, options.Logger);

        // Reserves the name, so that no joining node can take it.
        new MemberRegistry(folder).TryAdd(options.Name, options.TimeProvider.GetUtcNow(), isFounder: true);
        if (!NodeFiles.AreIn(folder))
        {
            CreateFiles(folder, authority, options);
        }
    }

    private static NodeFiles CreateFiles(CertificateFolder folder, NetworkAuthority authority, NodeCertificatesOptions options)
    {
        // The authority completes synchronously.
        using var keys = RenewalKeys.Create();
        var files = NodeFiles.CreateAsync(IdentityOf(options), keys, authority, null, options.TimeProvider, CancellationToken.None).AsTask()
            .GetAwaiter().GetResult();
        files.Write(folder);
        return files;
    }
}
