using Fathom.Mediator.Certificates.Revocation;

namespace Fathom.Mediator.Certificates.Protocol;

/// <summary>Converts lists of revoked certificates to messages and back.</summary>
internal static class RevokedCertificatesMapper
{
    public static RevokedCertificates ToMessage(RevocationList list) => new([.. list.All.Select(c =>
        new RevokedEntry(c.Serial, c.Node, c.At.ToUnixTimeSeconds(), c.Reason, c.ExpiresAt.ToUnixTimeSeconds()))]);

    /// <summary>Reads a list. Throws <see cref="ArgumentOutOfRangeException"/> for times that are none.</summary>
    public static RevocationList Read(RevokedCertificates message) => new(message.Certificates.Select(c => new RevokedCertificate(
        c.Serial, c.Node, DateTimeOffset.FromUnixTimeSeconds(c.At), c.Reason, DateTimeOffset.FromUnixTimeSeconds(c.ExpiresAt))));
}
