using System.Buffers.Binary;
using System.Security.Cryptography;
using System.Text;
using Fathom.Mediator.Certificates.Authority;

namespace Fathom.Mediator.Certificates.Enrollment;

/// <summary>
/// A one-time invitation for a new node; it expires. Its text holds a secret: give it only to the operator of that node. An altered text is
/// refused.
/// </summary>
public sealed class Invitation
{
    internal const int IdSize = 16;
    internal const int SecretSize = 32;

    private static readonly byte[] ProofContext = "fathom join 1"u8.ToArray();

    internal Invitation(Uri address, DateTimeOffset expiresAt, byte[] id, byte[] fingerprint, byte[] secret) =>
        (Address, ExpiresAt, Id, Fingerprint, Secret) = (address, expiresAt, id, fingerprint, secret);

    /// <summary>The address of the enrollment server.</summary>
    public Uri Address { get; }

    /// <summary>When it expires, to the second.</summary>
    public DateTimeOffset ExpiresAt { get; }

    /// <summary>The fingerprint of the network's root, in hexadecimal.</summary>
    public string RootFingerprint => Convert.ToHexStringLower(Fingerprint);

    /// <summary>The text of the invitation, which <see cref="TryParse"/> reads.</summary>
    public string Text => InvitationText.Write(this);

    internal byte[] Id { get; }

    internal byte[] Fingerprint { get; }

    internal byte[] Secret { get; }

    /// <summary>Parses the text of an invitation. <paramref name="fault"/> says why it is invalid.</summary>
    public static bool TryParse(string text, out Invitation? invitation, out string? fault)
    {
        ArgumentNullException.ThrowIfNull(text);
        return InvitationText.TryRead(text, out invitation, out fault);
    }

    /// <summary>Creates an invitation with a new id and secret.</summary>
    internal static Invitation Create(Uri address, DateTimeOffset expiresAt, byte[] fingerprint) => new(
        address, DateTimeOffset.FromUnixTimeSeconds(expiresAt.ToUnixTimeSeconds()), RandomNumberGenerator.GetBytes(IdSize), fingerprint,
            RandomNumberGenerator.GetBytes(SecretSize));

    /// <summary>The proof of the secret for one request. It is valid for no other request.</summary>
    internal static byte[] ComputeProof(byte[] secret, byte[] id, NodeIdentity node, byte[] serverRequest, byte[] clientRequest)
    {
        using var mac = IncrementalHash.CreateHMAC(HashAlgorithmName.SHA256, secret);
        Append(ProofContext);
        Append(id);
        Append(Encoding.UTF8.GetBytes(node.Name));
        Append(serverRequest);
        Append(clientRequest);
        foreach (var host in node.Hosts)
        {
            Append(Encoding.UTF8.GetBytes(host));
        }

        return mac.GetHashAndReset();

        // Length-prefixed, so that no two requests give the same bytes.
        void Append(byte[] part)
        {
            Span<byte> length = stackalloc byte[sizeof(int)];
            BinaryPrimitives.WriteInt32BigEndian(length, part.Length);
            mac.AppendData(length);
            mac.AppendData(part);
        }
    }
}
