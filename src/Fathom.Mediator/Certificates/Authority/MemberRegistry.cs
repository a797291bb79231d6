using Fathom.Mediator.Certificates.Storage;

namespace Fathom.Mediator.Certificates.Authority;

/// <summary>
/// The names of the network's nodes: one file for each, in the founding node's folder. Deleting the file expels the node: its certificates
/// are no longer renewed. Holds no state beside the folder.
/// </summary>
internal sealed class MemberRegistry(CertificateFolder node)
{
    private readonly CertificateFolder _folder = node.Subfolder("members");

    public bool Has(string name) => _folder.Has(name);

    /// <summary>Reserves a name. False if it is taken.</summary>
    public bool TryAdd(string name, DateTimeOffset now) => _folder.TryCreate(name, $"{now:u}\n");
}
