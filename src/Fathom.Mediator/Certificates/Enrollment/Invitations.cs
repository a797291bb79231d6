using System.Text.Json;
using Fathom.Mediator.Certificates.Authority;
using Fathom.Mediator.Certificates.Storage;
using Fathom.Mediator.Certificates.Trust;

namespace Fathom.Mediator.Certificates.Enrollment;

/// <summary>Creates invitations in the folder of a founding node, in its own process or another.</summary>
public static class Invitations
{
    private const string EndpointFile = "joining.json";

    /// <summary>Default lifetime of an invitation: 15 minutes.</summary>
    public static readonly TimeSpan DefaultLifetime = TimeSpan.FromMinutes(15);

    /// <summary>Maximum lifetime of an invitation: 1 day.</summary>
    public static readonly TimeSpan MaxLifetime = TimeSpan.FromDays(1);

    /// <summary>
    /// Creates an invitation. Throws <see cref="CertificateFolderException"/> if the folder does not belong to a founding node, or its
    /// <see cref="EnrollmentServer"/> never ran; and <see cref="ArgumentException"/> for an invalid lifetime, name or host.
    /// </summary>
    /// <param name="folder">The folder of the founding node.</param>
    /// <param name="lifetime">The time until it expires; up to 1 day.</param>
    /// <param name="node">
    /// The only node that may use it. It replaces an existing node of this name. Null: any node with a free name.
    /// </param>
    /// <param name="time">The clock.</param>
    /// <param name="hosts">The host names and addresses that the node's certificates may have, beside its name. Up to 16. Null: none.
    /// Not accepted are those of loopback, and names without a dot other than <paramref name="node"/>.</param>
    public static Invitation Create(
        string folder, TimeSpan lifetime, string? node = null, TimeProvider? time = null, IReadOnlyList<string>? hosts = null)
    {
        if (lifetime <= TimeSpan.Zero || lifetime > MaxLifetime)
        {
            throw new ArgumentException(
                $"The lifetime of an invitation is {lifetime}: more than 0 and up to {MaxLifetime} are accepted.", nameof(lifetime));
        }

        if (node is not null)
        {
            NodeName.Require(node, nameof(node));
        }

        // With a placeholder name: the node's own is checked when it joins.
        if (hosts is not null && new NodeIdentity("node", hosts).Fault is { } fault)
        {
            throw new ArgumentException($"{fault}.", nameof(hosts));
        }

        if (hosts?.Select(host => NodeIdentity.HostFault(host, node)).OfType<string>().FirstOrDefault() is { } refused)
        {
            throw new ArgumentException($"{refused}.", nameof(hosts));
        }

        var clock = time ?? TimeProvider.System;
        var own = CertificateFolder.At(folder);
        if (!NetworkAuthority.IsIn(own))
        {
            throw new CertificateFolderException(
                $"'{own.Path}' is not the folder of a founding node: it has no '{NetworkAuthority.IssuingFile}'. Create "
                    + "invitations on the node that signs certificates.");
        }

        var invitation = Invitation.Create(ReadEndpoint(own), clock.GetUtcNow() + lifetime,
            RootFingerprint.Of(NetworkAuthority.ReadRoot(own)));
        new InvitationStore(own, clock).Add(invitation, node, hosts);
        return invitation;
    }

    internal static void WriteEndpoint(CertificateFolder folder, Uri address) =>
        folder.Write(EndpointFile, JsonSerializer.Serialize(new EnrollmentEndpoint(address), EnrollmentJson.Default.EnrollmentEndpoint));

    private static Uri ReadEndpoint(CertificateFolder folder)
    {
        if (!folder.Has(EndpointFile))
        {
            throw new CertificateFolderException(
                $"'{folder.PathOf(EndpointFile)}' is missing: start the node first, which writes its enrollment address there.");
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
