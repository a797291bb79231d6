using System.Collections.Frozen;
using System.Security.Cryptography.X509Certificates;

namespace Fathom.Mediator.Certificates.Revocation;

/// <summary>A certificate that no node accepts any more.</summary>
/// <param name="Serial">Its serial number, in hexadecimal. It is random, and so unique in a network.</param>
/// <param name="Node">The node's name.</param>
/// <param name="At">When it was revoked.</param>
/// <param name="Reason">Why it was revoked.</param>
/// <param name="ExpiresAt">When it expires. Later the entry has no effect and is dropped.</param>
internal sealed record RevokedCertificate(string Serial, string Node, DateTimeOffset At, string Reason, DateTimeOffset ExpiresAt);

/// <summary>The revoked certificates of a network, by serial number. Immutable.</summary>
internal sealed class RevocationList(IEnumerable<RevokedCertificate> certificates)
{
    private readonly FrozenDictionary<string, RevokedCertificate> _bySerial =
        certificates.DistinctBy(c => c.Serial).ToFrozenDictionary(c => c.Serial, StringComparer.Ordinal);

    private IReadOnlyList<RevokedCertificate>? _all;

    /// <summary>How long an entry is kept after the certificate's expiry: a clock that is ahead must not drop what is needed.</summary>
    public static readonly TimeSpan Retention = TimeSpan.FromDays(90);

    /// <summary>The list without an entry.</summary>
    public static RevocationList Empty { get; } = new([]);

    /// <summary>The entries, with those that expire last first: a list that is cut loses what has expired.</summary>
    public IReadOnlyList<RevokedCertificate> All => _all ??=
        [.. _bySerial.Values.OrderByDescending(c => c.ExpiresAt).ThenBy(c => c.Serial, StringComparer.Ordinal)];

    /// <summary>Why a certificate is refused, as the rest of a sentence; null: it is not revoked.</summary>
    public string? FaultOf(X509Certificate2 certificate) => FaultOf(certificate.SerialNumber);

    /// <inheritdoc cref="FaultOf(X509Certificate2)"/>
    /// <param name="serial">The serial number, in hexadecimal.</param>
    public string? FaultOf(string serial) => _bySerial.TryGetValue(serial, out var entry)
        ? $"the certificate of node '{Printable.Sanitize(entry.Node)}' was revoked at {entry.At:u}: {Printable.Sanitize(entry.Reason)} "
            + $"(serial {entry.Serial})"
        : null;

    /// <summary>This list with further entries, without those that expired long ago.</summary>
    public RevocationList With(IEnumerable<RevokedCertificate> more, DateTimeOffset now) =>
        new([.. All.Concat(more).Where(c => c.ExpiresAt + Retention > now)]);

    /// <summary>Whether the other list has the same entries.</summary>
    public bool Equals(RevocationList other) =>
        All.Count == other.All.Count && other.All.All(c => _bySerial.TryGetValue(c.Serial, out var mine) && mine == c);
}
