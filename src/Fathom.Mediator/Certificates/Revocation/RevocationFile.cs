using System.Text.Json;
using System.Text.Json.Serialization;
using Fathom.Mediator.Certificates.Storage;

namespace Fathom.Mediator.Certificates.Revocation;

/// <summary>
/// The file of revoked certificates: the network's list on the founding node, and its last known copy on every other node. Replaced
/// atomically. Hold the folder's lock to add to it.
/// </summary>
internal sealed class RevocationFile(CertificateFolder folder)
{
    private const string Name = "revoked.json";

    private (DateTime Written, long Length) _stamp;
    private RevocationList _read = RevocationList.Empty;

    /// <summary>The list in the file; an empty one without a file. Throws <see cref="CertificateFolderException"/> for a file that cannot
    /// be read: to ignore it would admit what was revoked.</summary>
    public RevocationList Read()
    {
        var file = new FileInfo(folder.PathOf(Name));
        if (!file.Exists)
        {
            return _read = RevocationList.Empty;
        }

        var stamp = (file.LastWriteTimeUtc, file.Length);
        if (stamp != _stamp)
        {
            _read = Parse(folder.Read(Name));
            _stamp = stamp;
        }

        return _read;
    }

    public void Write(RevocationList list) => folder.Write(Name,
        JsonSerializer.Serialize([.. list.All], RevocationJson.Default.RevokedCertificateArray));

    private RevocationList Parse(string text)
    {
        try
        {
            return new RevocationList(JsonSerializer.Deserialize(text, RevocationJson.Default.RevokedCertificateArray) ?? []);
        }
        catch (JsonException e)
        {
            throw new CertificateFolderException(
                $"'{folder.PathOf(Name)}' is no list of revoked certificates: {e.Message} Restore it from a backup.", e);
        }
    }
}

/// <summary>JSON serialization of the list, without reflection.</summary>
[JsonSourceGenerationOptions(WriteIndented = true, PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(RevokedCertificate[]))]
internal sealed partial class RevocationJson : JsonSerializerContext;
