using Fathom.Mediator.Certificates.Revocation;

namespace Fathom.Mediator.Certificates.Protocol;

/// <summary>Converts lists of revoked certificates to messages and back.</summary>
internal static class RevokedCertificatesMapper
{
    public static RevokedCertificates ToMessage(IEnumerable<RevokedCertificate> page) => new([.. page.Select(c =>
        new RevokedEntry(c.Serial, c.Node, c.At.ToUnixTimeSeconds(), c.Reason, c.ExpiresAt.ToUnixTimeSeconds()))]);

    /// <summary>Reads a page. Throws <see cref="ArgumentOutOfRangeException"/> for times that are none.</summary>
    public static IEnumerable<RevokedCertificate> Read(RevokedCertificates message) => message.Certificates.Select(c =>
        new RevokedCertificate(c.Serial, c.Node, DateTimeOffset.FromUnixTimeSeconds(c.At), c.Reason,
            DateTimeOffset.FromUnixTimeSeconds(c.ExpiresAt)));
}
