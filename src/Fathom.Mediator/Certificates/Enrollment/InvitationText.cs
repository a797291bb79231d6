using System.Buffers;
using System.Buffers.Binary;
using System.Buffers.Text;
using System.Security.Cryptography;
using System.Text;

namespace Fathom.Mediator.Certificates.Enrollment;

/// <summary>Writes an invitation as text, and reads it again: expiry, id, fingerprint, secret and address, and a tag that the secret
/// proves.</summary>
internal static class InvitationText
{
    private const string Prefix = "fathom-invitation-1.";
    private const int TagSize = HMACSHA256.HashSizeInBytes;
    private const int FixedSize = sizeof(long) + Invitation.IdSize + Trust.RootFingerprint.Size + Invitation.SecretSize;
    private const int MaxTextLength = 1024;

    private static readonly byte[] TagContext = "fathom invitation 1"u8.ToArray();

    /// <summary>The text of an invitation.</summary>
    public static string Write(Invitation invitation)
    {
        var time = new byte[sizeof(long)];
        BinaryPrimitives.WriteInt64BigEndian(time, invitation.ExpiresAt.ToUnixTimeSeconds());
        byte[] body =
        [
            .. time, .. invitation.Id, .. invitation.Fingerprint, .. invitation.Secret,
            .. Encoding.UTF8.GetBytes(invitation.Address.GetLeftPart(UriPartial.Authority)),
        ];
        return Prefix + Base64Url.EncodeToString([.. body, .. TagOf(body, invitation.Secret)]);
    }

    /// <inheritdoc cref="Invitation.TryParse"/>
    public static bool TryRead(string text, out Invitation? invitation, out string? fault)
    {
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
        var id = Take(body, ref at, Invitation.IdSize);
        var fingerprint = Take(body, ref at, Trust.RootFingerprint.Size);
        var secret = Take(body, ref at, Invitation.SecretSize);
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
        return Write(invitation) == text ? invitation : null;
    }

    private static byte[] Take(ReadOnlySpan<byte> from, ref int at, int count)
    {
        var taken = from.Slice(at, count).ToArray();
        at += count;
        return taken;
    }

    private static byte[] TagOf(ReadOnlySpan<byte> body, byte[] secret) => HMACSHA256.HashData(secret, (byte[])[.. TagContext, .. body]);
}
