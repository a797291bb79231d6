using System.Text.Json;
using Fathom.Mediator.Certificates.Storage;

namespace Fathom.Mediator.Certificates.Enrollment;

/// <summary>
/// The invitations of the founding node: one file for each, and a second file once it is used. The second file is created exclusively
/// (O_EXCL), so that an invitation is used once, across concurrent requests and restarts. Holds no state beside the folder.
/// </summary>
internal sealed class InvitationStore(CertificateFolder node, TimeProvider time)
{
    private const string InvitationExtension = ".json";
    private const string SpentExtension = ".spent";

    // How long an expired or used invitation is reported as such.
    private static readonly TimeSpan Retention = TimeSpan.FromDays(1);

    private readonly CertificateFolder _folder = node.Subfolder("invitations");

    /// <summary>Whether an invitation is unused and unexpired.</summary>
    public bool HasOutstanding => _folder.Names(InvitationExtension).Any(name =>
        !_folder.Has(Path.ChangeExtension(name, SpentExtension)) && Read(name) is { } record && record.ExpiresAt > time.GetUtcNow());

    public void Add(Invitation invitation, string? forNode, IReadOnlyList<string>? hosts = null)
    {
        Purge();
        _folder.Write(
            NameOf(invitation.Id, InvitationExtension),
            JsonSerializer.Serialize(new InvitationRecord(invitation.ExpiresAt, invitation.Secret, forNode, hosts ?? []),
                EnrollmentJson.Default.InvitationRecord));
    }

    /// <summary>The record of an invitation; null if there is none.</summary>
    public InvitationRecord? Find(byte[] id) => id.Length == Invitation.IdSize ? Read(NameOf(id, InvitationExtension)) : null;

    public bool IsSpent(byte[] id) => _folder.Has(NameOf(id, SpentExtension));

    /// <summary>Marks an invitation as used. False if it was used before.</summary>
    public bool TrySpend(byte[] id) => _folder.TryCreate(NameOf(id, SpentExtension), $"{time.GetUtcNow():u}\n");

    private static string NameOf(byte[] id, string ending) => Convert.ToHexStringLower(id) + ending;

    private InvitationRecord? Read(string name)
    {
        if (!_folder.Has(name))
        {
            return null;
        }

        try
        {
            return JsonSerializer.Deserialize(_folder.Read(name), EnrollmentJson.Default.InvitationRecord);
        }
        catch (JsonException e)
        {
            throw new CertificateFolderException($"'{_folder.PathOf(name)}' is no invitation file: {e.Message} Delete it.", e);
        }
    }

    private void Purge()
    {
        foreach (var name in _folder.Names(InvitationExtension)
            .Where(name => Read(name) is { } record && record.ExpiresAt + Retention < time.GetUtcNow()))
        {
            // The record last: the mark means nothing without it.
            _folder.Delete(Path.ChangeExtension(name, SpentExtension));
            _folder.Delete(name);
        }
    }
}
