using System.Buffers;
using System.Buffers.Binary;
using System.Buffers.Text;
using System.Security.Cryptography;
using System.Text;
using Fathom.Mediator.Certificates.Authority;

namespace Fathom.Mediator.Certificates.Enrollment;

/// <summary>
/// Lets one node join a network, once and soon. Its text is for the eyes of whoever starts that node alone: it holds the secret that is
/// proved. Whatever is changed in the text, it is not an invitation any more.
/// </summary>
public sealed class Invitation
{
    internal const int IdSize = 16;

    private const string Prefix = "fathom-invitation-1.";
    private const int SecretSize = 32;
    private const int TagSize = HMACSHA256.HashSizeInBytes;
    private const int FixedSize = sizeof(long) + IdSize + Trust.RootFingerprint.Size + SecretSize;
    private const int LongestText = 1024;

    private static readonly byte[] TagContext = "fathom invitation 1"u8.ToArray();
    private static readonly byte[] ProofContext = "fathom join 1"u8.ToArray();

    private Invitation(Uri address, DateTimeOffset expiresAt, byte[] id, byte[] fingerprint, byte[] secret) =>
        (Address, ExpiresAt, Id, Fingerprint, Secret) = (address, expiresAt, id, fingerprint, secret);

    /// <summary>Where the member takes those who join.</summary>
    public Uri Address { get; }

    /// <summary>When it is of no use any more, to the second.</summary>
    public DateTimeOffset ExpiresAt { get; }

    /// <summary>The fingerprint of the network's root, in hexadecimal.</summary>
    public string RootFingerprint => Convert.ToHexStringLower(Fingerprint);

    /// <summary>What is handed over, and read by <see cref="TryParse"/>.</summary>
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

    /// <summary>Reads the text of an invitation; <paramref name="fault"/> says why it is none.</summary>
    public static bool TryParse(string text, out Invitation? invitation, out string? fault)
    {
        ArgumentNullException.ThrowIfNull(text);
        invitation = null;
        if (text.Length > LongestText || !text.StartsWith(Prefix, StringComparison.Ordinal))
        {
            fault = $"It is no invitation: one begins with '{Prefix}' and is up to {LongestText} characters long.";
            return false;
        }

        invitation = Read(text);
        fault = invitation is null ? "The invitation is damaged or forged: use it as it was printed, or have another made." : null;
        return invitation is not null;
    }

    /// <summary>One that nobody has had.</summary>
    internal static Invitation New(Uri address, DateTimeOffset expiresAt, byte[] fingerprint) => new(
        address, DateTimeOffset.FromUnixTimeSeconds(expiresAt.ToUnixTimeSeconds()), RandomNumberGenerator.GetBytes(IdSize), fingerprint,
            RandomNumberGenerator.GetBytes(SecretSize));

    /// <summary>Proves a secret for one request: whoever sees it can ask for nothing else by it.</summary>
    internal static byte[] Prove(byte[] secret, byte[] id, NodeIdentity node, byte[] serverRequest, byte[] clientRequest)
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

        // With its length before it: no two requests are the same bytes.
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

        // The same bytes have other texts, with blanks in them or in the bits left over: those are none.
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
