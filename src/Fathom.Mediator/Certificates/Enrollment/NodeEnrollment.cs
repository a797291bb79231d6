using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text.Json;
using Fathom.Mediator.Certificates.Authority;
using Fathom.Mediator.Certificates.Nodes;
using Fathom.Mediator.Certificates.Protocol;
using Fathom.Mediator.Certificates.Storage;
using Fathom.Mediator.Certificates.Trust;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;

namespace Fathom.Mediator.Certificates.Enrollment;

/// <summary>
/// Joins a new node to a network by an invitation. It requests the root, which is no secret, and compares it with the fingerprint. It
/// connects again, only to a server of that root, and then proves the secret with signing requests for its own keys.
/// </summary>
internal sealed class NodeEnrollment(Invitation invitation, TimeProvider time) : INodeSigner
{
    private const string MembershipFile = "membership.json";

    private static readonly TimeSpan CallTimeout = TimeSpan.FromSeconds(30);

    private Membership? _membership;

    /// <summary>The address and name of the node that renews a joined node's certificates; null if the node did not join.</summary>
    public static Membership? MembershipOf(CertificateFolder folder)
    {
        try
        {
            return folder.Has(MembershipFile) ? JsonSerializer.Deserialize(
                folder.Read(MembershipFile), EnrollmentJson.Default.Membership) : null;
        }
        catch (JsonException e)
        {
            throw new CertificateFolderException(
                $"'{folder.PathOf(MembershipFile)}' cannot be read: {e.Message} Restore it from a backup, or join again.", e);
        }
    }

    /// <summary>Joins, and writes the certificates to the folder. Throws <see cref="JoinException"/> with the reason of a
    /// failure.</summary>
    public async Task JoinAsync(CertificateFolder folder, NodeIdentity node, CancellationToken token)
    {
        if (folder.Names(".pem").Count > 0)
        {
            throw new JoinException($"'{folder.Path}' already has certificates: use an empty folder to join.");
        }

        if (invitation.ExpiresAt <= time.GetUtcNow())
        {
            throw new JoinException($"The invitation expired at {invitation.ExpiresAt:u}: request a new one.");
        }

        try
        {
            using var keys = RenewalKeys.Create();
            var files = await NodeFiles.CreateAsync(node, keys, this, invitation.Fingerprint, time, token);
            folder.Write(MembershipFile, JsonSerializer.Serialize(_membership!, EnrollmentJson.Default.Membership));
            files.Write(folder);
        }
        catch (RpcException e)
        {
            throw new JoinException($"{invitation.Address} refused enrollment of node '{node.Name}': {e.Status.Detail}", e);
        }
        catch (SigningRefusedException e)
        {
            throw new JoinException($"{invitation.Address}: {e.Message}", e);
        }
    }

    public async ValueTask<NodeCertificateChains> SignAsync(
        NodeIdentity node, byte[] serverRequest, byte[] clientRequest, CancellationToken token)
    {
        using var root = await GetRootAsync(token);
        await using var channel = Channel(new ChannelTls { SslOptionsFactory = () => NodeCredentials.ForJoining(root, time) });
        var proof = Invitation.ComputeProof(invitation.Secret, invitation.Id, node, serverRequest, clientRequest);
        var signed = await new EnrollmentClient(channel).JoinAsync(
            new JoinRequest(invitation.Id, node.Name, node.Hosts, serverRequest, clientRequest, proof), CallOptions(token));
        _membership = Uri.TryCreate(signed.Issuer, UriKind.Absolute, out var issuer) && issuer.Scheme == Uri.UriSchemeHttps
            ? new Membership(issuer, NodeName.IsValid(signed.Founder) ? signed.Founder
                : throw new SigningRefusedException($"'{Printable.Sanitize(signed.Founder)}' is no valid node name of a founding node."))
            : throw new SigningRefusedException($"'{Printable.Sanitize(signed.Issuer)}' is no https address for renewing certificates.");
        return SignedCertificatesMapper.Read(signed);
    }

    private async Task<X509Certificate2> GetRootAsync(CancellationToken token)
    {
        // The server is unverified; the fingerprint decides whether this is the root.
        await using var channel = Channel(new ChannelTls { SkipVerification = true });
        var answer = await new EnrollmentClient(channel).GetRootAsync(CallOptions(token));
        X509Certificate2 root;
        try
        {
            root = X509CertificateLoader.LoadCertificate(answer.Certificate);
        }
        catch (CryptographicException e)
        {
            throw new SigningRefusedException($"The server's root certificate is malformed: {e.Message}", e);
        }

        if (!RootFingerprint.Is(root, invitation.Fingerprint))
        {
            root.Dispose();
            throw new SigningRefusedException(
                "The server has another root than the invitation. It is not the inviting network, and received no data.");
        }

        return root;
    }

    private NativeChannel Channel(ChannelTls tls) => new(new ChannelOptions { Address = invitation.Address, Tls = tls });

    private static CallOptions CallOptions(CancellationToken token) =>
        new() { Deadline = Deadline.After(CallTimeout), CancellationToken = token };
}
