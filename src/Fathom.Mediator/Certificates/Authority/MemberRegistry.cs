using System.Text.Json;
using Fathom.Mediator.Certificates.Storage;

namespace Fathom.Mediator.Certificates.Authority;

/// <summary>
/// The nodes of the network: one file for each, in the founding node's folder. Deleting the file expels the node: its certificates are no
/// longer renewed. Holds no state beside the folder. Hold the folder's lock to replace a record.
/// </summary>
internal sealed class MemberRegistry(CertificateFolder node)
{
    private readonly CertificateFolder _folder = node.Subfolder("members");

    /// <summary>The names of all nodes.</summary>
    public IReadOnlyList<string> Names => _folder.Names("");

    public bool Has(string name) => _folder.Has(name);

    /// <summary>Reserves a name. False if it is taken.</summary>
    public bool TryAdd(string name, DateTimeOffset now, bool isFounder = false) =>
        _folder.TryCreate(name, Text(new MemberRecord(now, isFounder, [])));

    /// <summary>The record of a node; null if the network has none of this name.</summary>
    public MemberRecord? Find(string name)
    {
        if (!_folder.Has(name))
        {
            return null;
        }

        try
        {
            return JsonSerializer.Deserialize(_folder.Read(name), MemberJson.Default.MemberRecord);
        }
        catch (JsonException e)
        {
            throw new CertificateFolderException(
                $"'{_folder.PathOf(name)}' is no record of a node: {e.Message} Restore it from a backup, or delete it and invite the node "
                    + "again.", e);
        }
    }

    public void Write(string name, MemberRecord record) => _folder.Write(name, Text(record));

    private static string Text(MemberRecord record) => JsonSerializer.Serialize(record, MemberJson.Default.MemberRecord);
}
