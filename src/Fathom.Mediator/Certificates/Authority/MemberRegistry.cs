using Fathom.Mediator.Certificates.Storage;

namespace Fathom.Mediator.Certificates.Authority;

/// <summary>
/// Which names have been given to nodes: a file for each in the founding node's folder. A node whose file is deleted is expelled; its
/// certificates are not renewed any more. Holds no state but the folder.
/// </summary>
internal sealed class MemberRegistry(CertificateFolder node)
{
    private readonly CertificateFolder _folder = node.Below("members");

    public bool Has(string name) => _folder.Has(name);

    /// <summary>Takes a name, and says whether nobody had it.</summary>
    public bool TryAdd(string name, DateTimeOffset now) => _folder.TryCreate(name, $"{now:u}\n");
}
