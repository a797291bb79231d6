using System.Buffers;
using System.Buffers.Binary;
using System.Buffers.Text;
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

    private const string Prefix = "fathom-invitation-1.";
    private const int SecretSize = 32;
    private const int TagSize = HMACSHA256.HashSizeInBytes;
    private const int FixedSize = sizeof(long) + IdSize + Trust.RootFingerprint.Size + SecretSize;
    private const int MaxTextLength = 1024;

    private static readonly byte[] TagContext = "fathom invitation 1"u8.ToArray();
    private static readonly byte[] ProofContext = "fathom join 1"u8.ToArray();

    private Invitation(Uri address, DateTimeOffset expiresAt, byte[] id, byte[] fingerprint, byte[] secret) =>
        (Address, ExpiresAt, Id, Fingerprint, Secret) = (address, expiresAt, id, fingerprint, secret);

    /// <summary>The address of the enrollment server.</summary>
    public Uri Address { get; }

    /// <summary>When it expires, to the second.</summary>
    public DateTimeOffset ExpiresAt { get; }

    /// <summary>The fingerprint of the network's root, in hexadecimal.</summary>
    public string RootFingerprint => Convert.ToHexStringLower(Fingerprint);

    /// <summary>The text of the invitation, which <see cref="TryParse"/> reads.</summary>
    public string Text
    {
        get
        {
            var body = Body();
            return Prefix + Base64Url.EncodeToString([.. body, .. Tag(body)]);
        }
    }

    internal byte[] Id { get; }

    internal byte[] Fingerprint { get; }

    internal byte[] Secret { get; }

    /// <summary>Parses the text of an invitation. <paramref name="fault"/> says why it is invalid.</summary>
    public static bool TryParse(string text, out Invitation? invitation, out string? fault)
    {
        ArgumentNullException.ThrowIfNull(text);
        invitation = null;
        if (text.Length > MaxTextLength || !text.StartsWith(Prefix, StringComparison.Ordinal))
        {
            fault = $"The text is no invitation: an invitation starts with '{Prefix}' and has up to {MaxTextLength} characters.";
            return false;
        }

        invitation = Read(text);
        fault = invitation is null ? "The invitation is damaged or forged: use the exact text, or request a new one." : null;
        return invitation is not null;
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

    private static Invitation? Read(string text)
    {
        var encoded = text.AsSpan(Prefix.Length);
        var bytes = new byte[Base64Url.GetMaxDecodedLength(encoded.Length)];
        if (Base64Url.DecodeFromChars(encoded, bytes, out _, out var length) != OperationStatus.Done || length < FixedSize + TagSize)
        {
            return null;
        }

        var body = bytes.AsSpan(0, length - TagSize);
        var at = sizeof(long);
        var id = Take(body, ref at, IdSize);
        var fingerprint = Take(body, ref at, Trust.RootFingerprint.Size);
        var secret = Take(body, ref at, SecretSize);
        var seconds = BinaryPrimitives.ReadInt64BigEndian(body);
        if (!CryptographicOperations.FixedTimeEquals(bytes.AsSpan(length - TagSize, TagSize), TagOf(body, secret))
            || seconds < DateTimeOffset.MinValue.ToUnixTimeSeconds() || seconds > DateTimeOffset.MaxValue.ToUnixTimeSeconds()
            || !Uri.TryCreate(Encoding.UTF8.GetString(body[at..]), UriKind.Absolute, out var address)
            || address.Scheme != Uri.UriSchemeHttps)
        {
            return null;
        }

        // Other texts with the same bytes (with blanks, or other padding bits) are refused.
        var invitation = new Invitation(address, DateTimeOffset.FromUnixTimeSeconds(seconds), id, fingerprint, secret);
        return invitation.Text == text ? invitation : null;
    }

    private static byte[] Take(ReadOnlySpan<byte> from, ref int at, int count)
    {
        var taken = from.Slice(at, count).ToArray();
        at += count;
        return taken;
    }

    private static byte[] TagOf(ReadOnlySpan<byte> body, byte[] secret) => HMACSHA256.HashData(secret, (byte[])[.. TagContext, .. body]);

    private byte[] Tag(byte[] body) => TagOf(body, Secret);

    private byte[] Body()
    {
        var time = new byte[sizeof(long)];
        BinaryPrimitives.WriteInt64BigEndian(time, ExpiresAt.ToUnixTimeSeconds());
        return [.. time, .. Id, .. Fingerprint, .. Secret, .. Encoding.UTF8.GetBytes(Address.GetLeftPart(UriPartial.Authority))];
    }
}
