using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Fathom.Mediator.Certificates.Authority;
using Fathom.Mediator.Certificates.Storage;
using Fathom.Mediator.Certificates.Trust;

namespace Fathom.Mediator.Certificates.Nodes;

/// <summary>The files of every node: the root's certificate, and the node's two certificates with their keys, which never leave
/// it.</summary>
internal sealed record NodeFiles(X509Certificate2 Root, CertificateWithKey Server, CertificateWithKey Client)
{
    private const string ServerFile = "server.pem";
    private const string ClientFile = "client.pem";

    /// <summary>The name in the certificates.</summary>
    public string Name => NodeName.Of(Server.Certificate);

    /// <summary>When the first of the two is due for renewal.</summary>
    public DateTimeOffset RenewAt => Earlier(Validity.Of(Server.Certificate).RenewAt, Validity.Of(Client.Certificate).RenewAt);

    /// <summary>When the first of the two starts to be valid.</summary>
    public DateTimeOffset ValidFrom => Earlier(Validity.Of(Server.Certificate).From, Validity.Of(Client.Certificate).From);

    /// <summary>When the first of the two expires.</summary>
    public DateTimeOffset ExpiresAt => Earlier(Validity.Of(Server.Certificate).To, Validity.Of(Client.Certificate).To);

    /// <summary>When to renew: certificates that are not valid yet, made by a clock that was ahead, are due now.</summary>
    public DateTimeOffset DueAt(DateTimeOffset now) => ValidFrom > now ? now : RenewAt;

    public static bool AreIn(CertificateFolder folder) => folder.Has(ServerFile) && folder.Has(ClientFile);

    public static NodeFiles Read(CertificateFolder folder) =>
        new(NetworkAuthority.ReadRoot(folder), CertificateWithKey.Read(folder, ServerFile), CertificateWithKey.Read(folder, ClientFile));

    /// <summary>
    /// Requests certificates for new keys, and verifies the certificates as a peer would. Throws
    /// <see cref="SigningRefusedException"/> for wrong certificates.
    /// </summary>
    /// <param name="node">The node.</param>
    /// <param name="keys">The node's new keys.</param>
    /// <param name="signer">Signs the keys.</param>
    /// <param name="fingerprint">The fingerprint of the expected root; null: any, from the authority in this folder.</param>
    /// <param name="time">The clock.</param>
    /// <param name="token">Cancels.</param>
    public static async ValueTask<NodeFiles> CreateAsync(
        NodeIdentity node, RenewalKeys keys, INodeSigner signer, byte[]? fingerprint, TimeProvider time, CancellationToken token)
    {
        var signed = await signer.SignAsync(node, SigningRequest.Create(node.Name, keys.Server),
            SigningRequest.Create(node.Name, keys.Client), token);
        if (fingerprint is not null && !RootFingerprint.Is(signed.Root, fingerprint))
        {
            throw new SigningRefusedException("The received certificates are of another root.");
        }

        return new NodeFiles(signed.Root, Accept(signed.Server, keys.Server, CertificatePurpose.Server),
            Accept(signed.Client, keys.Client, CertificatePurpose.Client));

        CertificateWithKey Accept(X509Certificate2Collection chain, ECDsa key, CertificatePurpose purpose)
        {
            if (chain.Count == 0 || !chain[0].PublicKey.ExportSubjectPublicKeyInfo().AsSpan()
                .SequenceEqual(key.ExportSubjectPublicKeyInfo()))
            {
                throw new SigningRefusedException("The received certificates are for another key.");
            }

            X509Certificate2Collection intermediates = [.. chain.Skip(1)];
            return ChainRules.Fault(chain[0], intermediates, signed.Root, purpose, time.GetUtcNow(), node.Name) is { } fault
                ? throw new SigningRefusedException($"The received {purpose} certificate is unusable: {fault}.")
                : CertificateWithKey.Of(key, chain[0], intermediates);
        }
    }

    /// <summary>Replaces the files one by one. Old and new files are compatible, so a crash in between does no harm.</summary>
    public void Write(CertificateFolder folder)
    {
        NetworkAuthority.WriteRoot(folder, Root);
        Server.Write(folder, ServerFile);
        Client.Write(folder, ClientFile);
    }

    private static DateTimeOffset Earlier(DateTimeOffset one, DateTimeOffset other) => one < other ? one : other;
}
