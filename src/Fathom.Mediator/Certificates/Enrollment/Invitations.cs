using System.Text.Json;
using Fathom.Mediator.Certificates.Authority;
using Fathom.Mediator.Certificates.Storage;
using Fathom.Mediator.Certificates.Trust;

namespace Fathom.Mediator.Certificates.Enrollment;

/// <summary>Makes invitations, in the folder of the node that founded a network: in its own process or in another.</summary>
public static class Invitations
{
    private const string EndpointFile = "joining.json";

    /// <summary>How long an invitation is of use where nobody says.</summary>
    public static readonly TimeSpan DefaultLifetime = TimeSpan.FromMinutes(15);

    /// <summary>The longest.</summary>
    public static readonly TimeSpan MaxLifetime = TimeSpan.FromDays(1);

    /// <summary>
    /// Makes one. Throws <see cref="CertificateFolderException"/> for a folder that is not that of a founding node, or of one whose
    /// <see cref="EnrollmentServer"/> never ran, and <see cref="ArgumentException"/> for a life or a name that is not accepted.
    /// </summary>
    /// <param name="folder">The folder of the founding node.</param>
    /// <param name="life">How long it is of use; up to a day.</param>
    /// <param name="node">
    /// The only node that may join by it, also where there was one of its name before, whose place it takes; null: any with a new name.
    /// </param>
    /// <param name="time">The clock.</param>
    public static Invitation Create(string folder, TimeSpan life, string? node = null, TimeProvider? time = null)
    {
        if (life <= TimeSpan.Zero || life > MaxLifetime)
        {
            throw new ArgumentException($"An invitation for {life} is not made: more than nothing and up to {MaxLifetime} is accepted.",
                nameof(life));
        }

        if (node is not null)
        {
            NodeName.Require(node, nameof(node));
        }

        var clock = time ?? TimeProvider.System;
        var own = CertificateFolder.At(folder);
        if (!NetworkAuthority.IsIn(own))
        {
            throw new CertificateFolderException(
                $"'{own.Path}' is not the folder of a node that founded a network: it has no '{NetworkAuthority.IssuingFile}'. "
                    + $"Invitations are made where certificates are signed.");
        }

        var invitation = Invitation.New(ReadEndpoint(own), clock.GetUtcNow() + life, RootFingerprint.Of(NetworkAuthority.ReadRoot(own)));
        new InvitationStore(own, clock).Add(invitation, node);
        return invitation;
    }

    internal static void WriteEndpoint(CertificateFolder folder, Uri address) =>
        folder.Write(EndpointFile, JsonSerializer.Serialize(new EnrollmentEndpoint(address), EnrollmentJson.Default.EnrollmentEndpoint));

    private static Uri ReadEndpoint(CertificateFolder folder)
    {
        if (!folder.Has(EndpointFile))
        {
            throw new CertificateFolderException(
                $"'{folder.PathOf(EndpointFile)}' is missing, which says where those who join are taken: start the node first.");
        }

        try
        {
            return JsonSerializer.Deserialize(folder.Read(EndpointFile), EnrollmentJson.Default.EnrollmentEndpoint)!.Address;
        }
        catch (JsonException e)
        {
            throw new CertificateFolderException(
                $"'{folder.PathOf(EndpointFile)}' cannot be read: {e.Message} Start the node again, which writes it.", e);
        }
    }
}
