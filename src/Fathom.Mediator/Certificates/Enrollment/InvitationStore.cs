using System.Text.Json;
using Fathom.Mediator.Certificates.Storage;

namespace Fathom.Mediator.Certificates.Enrollment;

/// <summary>
/// The invitations of a member: a file for each, and another one beside it as soon as it is used. That one is made only where it is not
/// there (O_EXCL), so that an invitation is spent once, whoever asks at the same time and however often the member is restarted. Holds no
/// state but the folder.
/// </summary>
internal sealed class InvitationStore(CertificateFolder node, TimeProvider time)
{
    private const string Made = ".json";
    private const string Spent = ".spent";

    // So long an expired or used one is told from one that never was.
    private static readonly TimeSpan Kept = TimeSpan.FromDays(1);

    private readonly CertificateFolder _folder = node.Below("invitations");

    /// <summary>Whether one is neither used nor expired.</summary>
    public bool HasOutstanding => _folder.Names(Made).Any(name =>
        !_folder.Has(Path.ChangeExtension(name, Spent)) && Read(name) is { } record && record.ExpiresAt > time.GetUtcNow());

    public void Add(Invitation invitation, string? forNode)
    {
        Purge();
        _folder.Write(
            NameOf(invitation.Id, Made),
            JsonSerializer.Serialize(new InvitationRecord(invitation.ExpiresAt, invitation.Secret, forNode),
                EnrollmentJson.Default.InvitationRecord));
    }

    /// <summary>What is known of an invitation; null: nothing.</summary>
    public InvitationRecord? Find(byte[] id) => id.Length == Invitation.IdSize ? Read(NameOf(id, Made)) : null;

    public bool IsSpent(byte[] id) => _folder.Has(NameOf(id, Spent));

    /// <summary>Uses it up, and says whether this was the first to do so.</summary>
    public bool TrySpend(byte[] id) => _folder.TryCreate(NameOf(id, Spent), $"{time.GetUtcNow():u}\n");

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
            throw new CertificateFolderException($"'{_folder.PathOf(name)}' is no invitation: {e.Message} Delete it.", e);
        }
    }

    private void Purge()
    {
        foreach (var name in _folder.Names(Made).Where(name => Read(name) is { } record && record.ExpiresAt + Kept < time.GetUtcNow()))
        {
            // This one last: without it the other says nothing.
            _folder.Delete(Path.ChangeExtension(name, Spent));
            _folder.Delete(name);
        }
    }
}
