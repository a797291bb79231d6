using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Fathom.Mediator.Certificates.Storage;

namespace Fathom.Mediator.Certificates.Authority;

/// <summary>
/// Issues certificates to members and records them, so that renewal is bound to the newest key of a node, and every certificate can be
/// revoked. Owns nothing; the folder's lock orders it with processes that revoke.
/// </summary>
internal sealed class MemberIssuer(CertificateFolder folder, NetworkAuthority authority, TimeProvider time)
{
    /// <summary>Certificates of one node that have not expired: 16 renewals within the life of one, of which a node needs two. Without a
    /// bound a member could make the list of what is revoked with it as long as it likes.</summary>
    public const int MaxUnexpired = 32;

    private readonly MemberRegistry _members = new(folder);

    /// <summary>Throws <see cref="SigningRefusedException"/> for what would be refused, without signing.</summary>
    public static void Check(NodeIdentity node, IReadOnlyList<string> hosts, byte[] serverRequest, byte[] clientRequest)
    {
        NetworkAuthority.Check(node, serverRequest, clientRequest);
        Allowed(node, hosts);
    }

    /// <summary>Issues the first certificates of a node, whose name is reserved. Certificates of a former node of this name are revoked:
    /// its key may be in other hands. The caller holds the folder's lock.</summary>
    /// <param name="node">The node, with the host names that it requests.</param>
    /// <param name="hosts">The host names that it may have.</param>
    /// <param name="serverRequest">The signing request for the server key.</param>
    /// <param name="clientRequest">The signing request for the client key.</param>
    public NodeCertificateChains Join(NodeIdentity node, IReadOnlyList<string> hosts, byte[] serverRequest, byte[] clientRequest)
    {
        var now = time.GetUtcNow();
        var former = _members.Find(node.Name)?.Issued ?? [];
        var signed = authority.Sign(Allowed(node, hosts), serverRequest, clientRequest);
        if (former.Count > 0)
        {
            Revocation.Revocations.Revoke(folder, node.Name, former, "the node was replaced by an invitation", now);
        }

        // Without the former ones, which are on the list: they do not count for the new node.
        var record = new MemberRecord(now, IsFounder: false, []) { Hosts = hosts };
        _members.Write(node.Name, record.With(signed, predecessor: null, KeysOf(serverRequest, clientRequest), now));
        return signed;
    }

    /// <summary>Issues new certificates to the node that shows a client certificate, and the same ones to a repeated request. Throws
    /// <see cref="RenewalRefusedException"/> unless that certificate is the newest of its name, and for a node that has
    /// <see cref="MaxUnexpired"/>.</summary>
    /// <param name="node">The node: its name is that of the client certificate.</param>
    /// <param name="serial">The serial number of the client certificate.</param>
    /// <param name="serverRequest">The signing request for the server key.</param>
    /// <param name="clientRequest">The signing request for the client key.</param>
    /// <param name="token">Cancels waiting for the folder's lock.</param>
    public async Task<NodeCertificateChains> RenewAsync(
        NodeIdentity node, string serial, byte[] serverRequest, byte[] clientRequest, CancellationToken token)
    {
        NetworkAuthority.Check(node, serverRequest, clientRequest);
        var keys = KeysOf(serverRequest, clientRequest);

        // Without the lock: requests that change nothing, however many, must not keep a process that revokes from it.
        if (Former(Renewable(node.Name, serial, keys), serial, keys) is { } former)
        {
            return former;
        }

        using (await folder.EnterAsync(token).ConfigureAwait(false))
        {
            var record = Renewable(node.Name, serial, keys);
            if (Former(record, serial, keys) is { } meanwhile)
            {
                return meanwhile;
            }

            var signed = authority.Sign(Allowed(node, record.Hosts), serverRequest, clientRequest);
            _members.Write(node.Name, record.With(signed, serial, keys, time.GetUtcNow()));
            return signed;
        }
    }

    private MemberRecord Renewable(string name, string serial, string keys)
    {
        var record = _members.Find(name) ?? throw new RenewalRefusedException($"Node '{name}' was expelled: join with a new invitation.");
        if (record.RevokedAt is { } at)
        {
            throw new RenewalRefusedException($"Node '{name}' was revoked at {at:u}: join with an invitation for this name.");
        }

        if (!record.MayRenew(serial, keys))
        {
            throw new RenewalRefusedException(
                $"The certificate of node '{name}' with serial {serial} is not its newest, which has serial {record.Newest}. If "
                    + $"node '{name}' did not renew it, its key is in other hands: revoke the node, and join with an invitation "
                    + "for this name.");
        }

        return record;
    }

    // What a request was answered with before; null: it is new, and the node may have further certificates.
    private NodeCertificateChains? Former(MemberRecord record, string serial, string keys)
    {
        if (record.IsRepeat(serial, keys) && record.ClientChain is { Count: > 0 })
        {
            return new NodeCertificateChains(authority.Root, Chain(record.ServerChain), Chain(record.ClientChain));
        }

        var unexpired = record.Issued.Where(c => c.ExpiresAt > time.GetUtcNow()).ToList();
        return unexpired.Count < MaxUnexpired ? null : throw new RenewalRefusedException(
            $"The node has {unexpired.Count} certificates that have not expired, and up to {MaxUnexpired} are accepted: two for each "
                + $"renewal. The next renewal is possible at {unexpired.Min(c => c.ExpiresAt):u}.");

        static X509Certificate2Collection Chain(IReadOnlyList<byte[]> chain) => [.. chain.Select(X509CertificateLoader.LoadCertificate)];
    }

    // The founding node decides: a member that names hosts at will could pose as any server to browsers that trust the root.
    private static NodeIdentity Allowed(NodeIdentity node, IReadOnlyList<string> invited)
    {
        var hosts = invited.Where(host => NodeIdentity.HostFault(host, node.Name) is null).ToList();
        return node.Hosts.FirstOrDefault(host => !hosts.Contains(host, StringComparer.OrdinalIgnoreCase)) is { } other
            ? throw new SigningRefusedException(NodeIdentity.HostFault(other, node.Name) is { } fault ? $"{fault}."
                : $"Node '{node.Name}' requests the host name '{Printable.Sanitize(other)}', and its invitation allows "
                    + $"{(hosts.Count == 0 ? "none" : string.Join(", ", hosts))}: invite it with --host {Printable.Sanitize(other)}, or "
                    + "take the name out of its Certificates:HostNames.")
            : node with { Hosts = node.Hosts.Count == 0 ? hosts : node.Hosts };
    }

    // The keys and not the requests: a signature of ECDSA is another one each time.
    private static string KeysOf(byte[] serverRequest, byte[] clientRequest) => Convert.ToHexStringLower(SHA256.HashData(
        (byte[])[.. SigningRequest.Read(serverRequest).ExportSubjectPublicKeyInfo(),
            .. SigningRequest.Read(clientRequest).ExportSubjectPublicKeyInfo()]));
}

/// <summary>A refused renewal. The message has the reason and is safe to send to the client.</summary>
internal sealed class RenewalRefusedException(string message) : Exception(message);
