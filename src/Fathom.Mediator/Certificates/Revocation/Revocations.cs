using Fathom.Mediator.Certificates.Authority;
using Fathom.Mediator.Certificates.Storage;
using Fathom.Mediator.Certificates.Trust;

namespace Fathom.Mediator.Certificates.Revocation;

/// <summary>Revokes nodes in the folder of a founding node, in its own process or another.</summary>
public static class Revocations
{
    /// <summary>
    /// Revokes every certificate that was issued to a node and has not expired. All nodes learn of it within a minute, refuse its
    /// certificates, and end its connections. The node joins again only by an invitation for its name. Returns the number of certificates.
    /// Throws <see cref="CertificateFolderException"/> if the folder does not belong to a founding node, and
    /// <see cref="ArgumentException"/> for a name that no member of the network has.
    /// </summary>
    /// <param name="folder">The folder of the founding node.</param>
    /// <param name="node">The node's name.</param>
    /// <param name="reason">Why, in one line, for the log of every node. Default: none.</param>
    /// <param name="time">The clock; the system's when null.</param>
    public static int Revoke(string folder, string node, string? reason = null, TimeProvider? time = null)
    {
        NodeName.Require(node, nameof(node));
        var own = CertificateFolder.At(folder);
        if (!NetworkAuthority.IsIn(own))
        {
            throw new CertificateFolderException(
                $"'{own.Path}' is not the folder of a founding node: it has no '{NetworkAuthority.IssuingFile}'. Revoke nodes on the node "
                    + "that signs certificates.");
        }

        using (own.Enter())
        {
            var members = new MemberRegistry(own);
            var record = members.Find(node) ?? throw new ArgumentException(
                $"The network has no node '{node}': it has {string.Join(", ", members.Names.Select(n => $"'{n}'"))}.", nameof(node));
            if (record.IsFounder)
            {
                throw new ArgumentException(
                    $"'{node}' is the founding node, whose key signs all others: found a new network in place of revoking it.",
                    nameof(node));
            }

            var now = (time ?? TimeProvider.System).GetUtcNow();
            members.Write(node, record with { RevokedAt = now });
            return Revoke(own, node, record.Issued, reason ?? "no reason was given", now);
        }
    }

    /// <summary>Adds certificates to the list. The caller holds the folder's lock.</summary>
    internal static int Revoke(
        CertificateFolder founder, string node, IReadOnlyList<IssuedCertificate> certificates, string reason, DateTimeOffset now)
    {
        var file = new RevocationFile(founder);
        var added = certificates.Where(c => c.ExpiresAt + RevocationList.Retention > now)
            .Select(c => new RevokedCertificate(c.Serial, node, now, Printable.Sanitize(reason), c.ExpiresAt)).ToList();
        file.Write(file.Read().With(added, now));
        return added.Count;
    }
}
