using System.Security.Cryptography.X509Certificates;

namespace Fathom.Mediator.Certificates.Authority;

/// <summary>From when to when a certificate is valid, and when it is to be renewed. Pure.</summary>
internal readonly record struct Validity(DateTimeOffset From, DateTimeOffset To)
{
    // Clocks of nodes differ by so much without harm.
    private static readonly TimeSpan ClockTolerance = TimeSpan.FromMinutes(5);

    /// <summary>At two thirds of its life: the last third is the overlap.</summary>
    public DateTimeOffset RenewAt => From + ((To - From) * 2 / 3);

    /// <summary>Of a certificate that is made now.</summary>
    /// <param name="now">Now.</param>
    /// <param name="life">How long from now.</param>
    /// <param name="issuer">What signs it, whose end it does not outlive; null: itself.</param>
    public static Validity StartingAt(DateTimeOffset now, TimeSpan life, X509Certificate2? issuer = null)
    {
        var to = now + life;
        return new Validity(now - ClockTolerance, issuer is not null && Of(issuer).To < to ? Of(issuer).To : to);
    }

    public static Validity Of(X509Certificate2 certificate) =>
        new(certificate.NotBefore.ToUniversalTime(), certificate.NotAfter.ToUniversalTime());
}
