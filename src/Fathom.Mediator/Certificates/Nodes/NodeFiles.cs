using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Fathom.Mediator.Certificates.Authority;
using Fathom.Mediator.Certificates.Storage;
using Fathom.Mediator.Certificates.Trust;

namespace Fathom.Mediator.Certificates.Nodes;

/// <summary>What every node has in its folder: the root's certificate, and its own two with their keys, which never leave it.</summary>
internal sealed record NodeFiles(X509Certificate2 Root, CertificateWithKey Server, CertificateWithKey Client)
{
    private const string ServerFile = "server.pem";
    private const string ClientFile = "client.pem";

    /// <summary>The name in the certificates.</summary>
    public string Name => NodeName.Of(Server.Certificate);

    /// <summary>When the sooner of the two is to be renewed.</summary>
    public DateTimeOffset RenewAt => Sooner(Validity.Of(Server.Certificate).RenewAt, Validity.Of(Client.Certificate).RenewAt);

    /// <summary>When the sooner of the two expires.</summary>
    public DateTimeOffset ExpiresAt => Sooner(Validity.Of(Server.Certificate).To, Validity.Of(Client.Certificate).To);

    public static bool AreIn(CertificateFolder folder) => folder.Has(ServerFile) && folder.Has(ClientFile);

    public static NodeFiles Read(CertificateFolder folder) =>
        new(NetworkAuthority.ReadRoot(folder), CertificateWithKey.Read(folder, ServerFile), CertificateWithKey.Read(folder, ClientFile));

    /// <summary>
    /// Makes keys, has them signed, and checks what came back as a peer would. Throws <see cref="SigningRefusedException"/> where that is
    /// not the certificates that were asked for.
    /// </summary>
    /// <param name="node">Who they are for.</param>
    /// <param name="signer">Signs them.</param>
    /// <param name="fingerprint">Of the only root accepted; null: any, of the authority in this folder.</param>
    /// <param name="time">The clock.</param>
    /// <param name="token">Gives up.</param>
    public static async ValueTask<NodeFiles> CreateAsync(
        NodeIdentity node, INodeSigner signer, byte[]? fingerprint, TimeProvider time, CancellationToken token)
    {
        using var serverKey = CertificateProfile.NewKey();
        using var clientKey = CertificateProfile.NewKey();
        var signed = await signer.SignAsync(node, SigningRequest.Create(node.Name, serverKey), SigningRequest.Create(node.Name, clientKey),
            token);
        if (fingerprint is not null && !RootFingerprint.Is(signed.Root, fingerprint))
        {
            throw new SigningRefusedException("The certificates that came back are of another root.");
        }

        return new NodeFiles(signed.Root, Accept(signed.Server, serverKey, CertificatePurpose.Server),
            Accept(signed.Client, clientKey, CertificatePurpose.Client));

        CertificateWithKey Accept(X509Certificate2Collection chain, ECDsa key, CertificatePurpose purpose)
        {
            if (chain.Count == 0 || !chain[0].PublicKey.ExportSubjectPublicKeyInfo().AsSpan()
                .SequenceEqual(key.ExportSubjectPublicKeyInfo()))
            {
                throw new SigningRefusedException("The certificates that came back are for another key.");
            }

            X509Certificate2Collection above = [.. chain.Skip(1)];
            return ChainRules.Fault(chain[0], above, signed.Root, purpose, time.GetUtcNow(), node.Name) is { } fault
                ? throw new SigningRefusedException($"The certificate that came back as a {purpose} is of no use: {fault}.")
                : CertificateWithKey.Of(key, chain[0], above);
        }
    }

    /// <summary>Replaces the files, one after the other: each fits the others, old or new.</summary>
    public void Write(CertificateFolder folder)
    {
        NetworkAuthority.WriteRoot(folder, Root);
        Server.Write(folder, ServerFile);
        Client.Write(folder, ClientFile);
    }

    private static DateTimeOffset Sooner(DateTimeOffset one, DateTimeOffset other) => one < other ? one : other;
}
