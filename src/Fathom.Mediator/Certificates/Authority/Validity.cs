using System.Security.Cryptography.X509Certificates;

namespace Fathom.Mediator.Certificates.Authority;

/// <summary>The validity period of a certificate, and when to renew it.</summary>
internal readonly record struct Validity(DateTimeOffset From, DateTimeOffset To)
{
    // Certificates start in the past, because clocks of nodes differ.
    private static readonly TimeSpan ClockTolerance = TimeSpan.FromMinutes(5);

    /// <summary>Two thirds of the lifetime; old and new certificate overlap in the last third.</summary>
    public DateTimeOffset RenewAt => From + ((To - From) * 2 / 3);

    /// <summary>When it was created.</summary>
    public DateTimeOffset Created => From + ClockTolerance;

    /// <summary>Whether to renew now: also a certificate that is not valid yet, which a clock that was ahead has made.</summary>
    public bool IsDue(DateTimeOffset now) => RenewAt <= now || From > now;

    /// <summary>The validity of a certificate that is created now.</summary>
    /// <param name="now">The current time.</param>
    /// <param name="life">The lifetime from now.</param>
    /// <param name="issuer">The issuer, whose expiry limits it; null: self-signed.</param>
    public static Validity StartingAt(DateTimeOffset now, TimeSpan life, X509Certificate2? issuer = null)
    {
        var to = now + life;
        return new Validity(now - ClockTolerance, issuer is not null && Of(issuer).To < to ? Of(issuer).To : to);
    }

    public static Validity Of(X509Certificate2 certificate) =>
        new(certificate.NotBefore.ToUniversalTime(), certificate.NotAfter.ToUniversalTime());
}
