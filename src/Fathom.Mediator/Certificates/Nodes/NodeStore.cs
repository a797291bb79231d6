using Fathom.Mediator.Certificates.Authority;
using Fathom.Mediator.Certificates.Enrollment;
using Fathom.Mediator.Certificates.Storage;
using Fathom.Mediator.Certificates.Trust;

namespace Fathom.Mediator.Certificates.Nodes;

/// <summary>A node's folder as it was found, complete and in order: the founding node's with its authority, a joined one's with where it is
/// renewed.</summary>
internal sealed record NodeStore(CertificateFolder Folder, NodeFiles Files, NetworkAuthority? Authority, Uri? Issuer)
{
    /// <summary>Throws <see cref="ArgumentException"/> for options that cannot be.</summary>
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
                $"{nameof(options.IssuerAddress)} '{issuer}' is not accepted: https is, by which who answers is known.", nameof(options));
        }
    }

    public static NodeIdentity IdentityOf(NodeCertificatesOptions options) => new(options.Name, options.HostNames);

    /// <summary>Makes what is missing in the folder of a founding node, and in an empty one all; leaves that of a node that joined as it
    /// is.</summary>
    public static void Create(NodeCertificatesOptions options)
    {
        Validate(options);
        var folder = CertificateFolder.At(options.Folder);
        using (folder.Enter())
        {
            folder.Sweep();
            if (folder.Has(NetworkAuthority.RootKeyFile) || folder.Names(".pem").Count == 0)
            {
                Create(folder, options);
            }
        }
    }

    /// <summary>Opens a folder. A founding node's certificates are renewed where they are due, however long it was away.</summary>
    public static NodeStore Open(NodeCertificatesOptions options)
    {
        Validate(options);
        var folder = CertificateFolder.At(options.Folder);
        var files = NodeFiles.Read(folder);
        if (files.Name != options.Name)
        {
            throw new CertificateFolderException(
                $"'{folder.Path}' has the certificates of node '{Printable.Of(files.Name)}', not of '{options.Name}': give each node a "
                    + $"folder of its own.");
        }

        return NetworkAuthority.IsIn(folder) ? OpenFounder(folder, files, options) : OpenMember(folder, files, options);
    }

    private static NodeStore OpenFounder(CertificateFolder folder, NodeFiles files, NodeCertificatesOptions options)
    {
        var authority = NetworkAuthority.Open(folder, options.Lives, options.TimeProvider, options.Logger);
        authority.RenewIfDue();
        var isDue = files.RenewAt <= options.TimeProvider.GetUtcNow();
        return new NodeStore(folder, isDue ? CreateFiles(folder, authority, options) : files, authority, null);
    }

    private static NodeStore OpenMember(CertificateFolder folder, NodeFiles files, NodeCertificatesOptions options)
    {
        var issuer = options.IssuerAddress ?? NodeEnrollment.IssuerOf(folder);
        return issuer is null
            ? throw new CertificateFolderException(
                $"'{folder.Path}' says of no member that renews its certificates: give {nameof(NodeCertificatesOptions.IssuerAddress)}, "
                    + $"or put 'membership.json' back.")
            : files.ExpiresAt <= options.TimeProvider.GetUtcNow()
            ? throw new CertificateFolderException(
                $"The certificates in '{folder.Path}' expired at {files.ExpiresAt:u}, and nobody admits them to renew them: join anew, "
                    + $"in an empty folder, by an invitation for '{files.Name}'.")
            : new NodeStore(folder, files, null, issuer);
    }

    private static void Create(CertificateFolder folder, NodeCertificatesOptions options)
    {
        var authority = NetworkAuthority.IsIn(folder)
            ? NetworkAuthority.Open(folder, options.Lives, options.TimeProvider, options.Logger)
            : NetworkAuthority.Create(folder, options.Lives, options.TimeProvider, options.Logger);

        // Nobody who joins is to take its name.
        new MemberRegistry(folder).TryAdd(options.Name, options.TimeProvider.GetUtcNow());
        if (!NodeFiles.AreIn(folder))
        {
            CreateFiles(folder, authority, options);
        }
    }

    private static NodeFiles CreateFiles(CertificateFolder folder, NetworkAuthority authority, NodeCertificatesOptions options)
    {
        // The authority answers at once.
        var files = NodeFiles.CreateAsync(IdentityOf(options), authority, null, options.TimeProvider, CancellationToken.None).AsTask()
            .GetAwaiter().GetResult();
        files.Write(folder);
        return files;
    }
}
