using System.Security.Cryptography;
using Fathom.Mediator.Certificates.Storage;

namespace Fathom.Mediator.Certificates.Authority;

/// <summary>
/// Issues certificates to members and records them, so that renewal is bound to the newest key of a node, and every certificate can be
/// revoked. Owns nothing; the folder's lock orders it with processes that revoke.
/// </summary>
internal sealed class MemberIssuer(CertificateFolder folder, NetworkAuthority authority, TimeProvider time)
{
    private readonly MemberRegistry _members = new(folder);

    /// <summary>Throws <see cref="SigningRefusedException"/> for what would be refused, without signing.</summary>
    public static void Check(NodeIdentity node, IReadOnlyList<string> hosts, byte[] serverRequest, byte[] clientRequest)
    {
        NetworkAuthority.Check(node, serverRequest, clientRequest);
        Allowed(node, hosts);
    }

    /// <summary>Issues the first certificates of a node, whose name is reserved. Certificates of a former node of this name are revoked:
    /// its key may be in other hands.</summary>
    /// <param name="node">The node, with the host names that it requests.</param>
    /// <param name="hosts">The host names that it may have.</param>
    /// <param name="serverRequest">The signing request for the server key.</param>
    /// <param name="clientRequest">The signing request for the client key.</param>
    public NodeCertificateChains Join(NodeIdentity node, IReadOnlyList<string> hosts, byte[] serverRequest, byte[] clientRequest)
    {
        using (folder.Enter())
        {
            var now = time.GetUtcNow();
            var former = _members.Find(node.Name)?.Issued ?? [];
            var signed = authority.Sign(Allowed(node, hosts), serverRequest, clientRequest);
            if (former.Count > 0)
            {
                Revocation.Revocations.Revoke(folder, node.Name, former, "the node was replaced by an invitation", now);
            }

            var record = new MemberRecord(now, IsFounder: false, former) { Hosts = hosts };
            _members.Write(node.Name, record.With(signed, predecessor: null, KeysOf(serverRequest, clientRequest), now));
            return signed;
        }
    }

    /// <summary>Issues new certificates to the node that shows a client certificate. Throws <see cref="RenewalRefusedException"/> unless
    /// it is the newest of its name.</summary>
    /// <param name="node">The node: its name is that of the client certificate.</param>
    /// <param name="serial">The serial number of the client certificate.</param>
    /// <param name="serverRequest">The signing request for the server key.</param>
    /// <param name="clientRequest">The signing request for the client key.</param>
    public NodeCertificateChains Renew(NodeIdentity node, string serial, byte[] serverRequest, byte[] clientRequest)
    {
        NetworkAuthority.Check(node, serverRequest, clientRequest);
        using (folder.Enter())
        {
            var record = _members.Find(node.Name) ?? throw new RenewalRefusedException(
                $"Node '{node.Name}' was expelled: join with a new invitation.");
            if (record.RevokedAt is { } at)
            {
                throw new RenewalRefusedException($"Node '{node.Name}' was revoked at {at:u}: join with an invitation for this name.");
            }

            var keys = KeysOf(serverRequest, clientRequest);
            if (!record.MayRenew(serial, keys))
            {
                throw new RenewalRefusedException(
                    $"The certificate of node '{node.Name}' with serial {serial} is not its newest, which has serial {record.Newest}. If "
                        + $"node '{node.Name}' did not renew it, its key is in other hands: revoke the node, and join with an invitation "
                        + "for this name.");
            }

            var signed = authority.Sign(Allowed(node, record.Hosts), serverRequest, clientRequest);
            _members.Write(node.Name,
                record.With(signed, serial == record.Newest ? serial : record.Predecessor ?? serial, keys, time.GetUtcNow()));
            return signed;
        }
    }

    // The founding node decides: a member that names hosts at will could pose as any server to browsers that trust the root.
    private static NodeIdentity Allowed(NodeIdentity node, IReadOnlyList<string> hosts) =>
        node.Hosts.FirstOrDefault(host => !hosts.Contains(host, StringComparer.OrdinalIgnoreCase)) is { } other
            ? throw new SigningRefusedException(
                $"Node '{node.Name}' requests the host name '{Printable.Sanitize(other)}', and its invitation allows "
                    + $"{(hosts.Count == 0 ? "none" : string.Join(", ", hosts))}: invite it with --host {Printable.Sanitize(other)}, or "
                    + "take the name out of its Certificates:HostNames.")
            : node with { Hosts = node.Hosts.Count == 0 ? hosts : node.Hosts };

    // The keys and not the requests: a signature of ECDSA is another one each time.
    private static string KeysOf(byte[] serverRequest, byte[] clientRequest) => Convert.ToHexStringLower(SHA256.HashData(
        (byte[])[.. SigningRequest.Read(serverRequest).ExportSubjectPublicKeyInfo(),
            .. SigningRequest.Read(clientRequest).ExportSubjectPublicKeyInfo()]));
}

/// <summary>A refused renewal. The message has the reason and is safe to send to the client.</summary>
internal sealed class RenewalRefusedException(string message) : Exception(message);
