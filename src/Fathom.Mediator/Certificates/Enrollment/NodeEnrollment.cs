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
/// How a new node gets into a network by an invitation. It asks for the root, which is no secret, and holds it against the fingerprint;
/// connects anew, to a server of that root and no other; and only then proves the secret, with signing requests for keys that it made and
/// keeps.
/// </summary>
internal sealed class NodeEnrollment(Invitation invitation, TimeProvider time) : INodeSigner
{
    private const string MembershipFile = "membership.json";

    private static readonly TimeSpan CallTimeout = TimeSpan.FromSeconds(30);

    private Uri? _issuer;

    /// <summary>Where a node that joined has its certificates renewed; null for one that did not.</summary>
    public static Uri? IssuerOf(CertificateFolder folder)
    {
        try
        {
            return folder.Has(MembershipFile) ? JsonSerializer.Deserialize(
                folder.Read(MembershipFile), EnrollmentJson.Default.Membership)?.Issuer : null;
        }
        catch (JsonException e)
        {
            throw new CertificateFolderException(
                $"'{folder.PathOf(MembershipFile)}' cannot be read: {e.Message} Put it back from a backup, or join anew.", e);
        }
    }

    /// <summary>Joins, and leaves a folder that can be opened. Throws <see cref="JoinException"/> with the reason where it
    /// cannot.</summary>
    public async Task JoinAsync(CertificateFolder folder, NodeIdentity node, CancellationToken token)
    {
        if (folder.Names(".pem").Count > 0)
        {
            throw new JoinException($"'{folder.Path}' has certificates already: a node joins with an empty folder.");
        }

        if (invitation.ExpiresAt <= time.GetUtcNow())
        {
            throw new JoinException($"The invitation expired at {invitation.ExpiresAt:u}: have another made.");
        }

        try
        {
            var files = await NodeFiles.CreateAsync(node, this, invitation.Fingerprint, time, token);
            folder.Write(MembershipFile, JsonSerializer.Serialize(new Membership(_issuer!), EnrollmentJson.Default.Membership));
            files.Write(folder);
        }
        catch (RpcException e)
        {
            throw new JoinException($"{invitation.Address} did not let node '{node.Name}' join: {e.Status.Detail}", e);
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
        var proof = Invitation.Prove(invitation.Secret, invitation.Id, node, serverRequest, clientRequest);
        var signed = await new EnrollmentClient(channel).JoinAsync(
            new JoinRequest(invitation.Id, node.Name, node.Hosts, serverRequest, clientRequest, proof), CallOptions(token));
        _issuer = Uri.TryCreate(signed.Issuer, UriKind.Absolute, out var issuer) && issuer.Scheme == Uri.UriSchemeHttps
            ? issuer
            : throw new SigningRefusedException($"'{Printable.Of(signed.Issuer)}' is no https address to renew certificates at.");
        return SignedCertificatesMapper.Read(signed);
    }

    private async Task<X509Certificate2> GetRootAsync(CancellationToken token)
    {
        // From nobody knows whom: what comes is the root or it is not.
        await using var channel = Channel(new ChannelTls { SkipVerification = true });
        var answer = await new EnrollmentClient(channel).GetRootAsync(CallOptions(token));
        X509Certificate2 root;
        try
        {
            root = X509CertificateLoader.LoadCertificate(answer.Certificate);
        }
        catch (CryptographicException e)
        {
            throw new SigningRefusedException($"What answers there has no root certificate: {e.Message}", e);
        }

        if (!RootFingerprint.Is(root, invitation.Fingerprint))
        {
            root.Dispose();
            throw new SigningRefusedException(
                "What answers there is of another root than the invitation's: it is not who invited, and was sent nothing.");
        }

        return root;
    }

    private NativeChannel Channel(ChannelTls tls) => new(new ChannelOptions { Address = invitation.Address, Tls = tls });

    private static CallOptions CallOptions(CancellationToken token) =>
        new() { Deadline = Deadline.After(CallTimeout), CancellationToken = token };
}
