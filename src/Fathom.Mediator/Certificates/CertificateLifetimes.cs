namespace Fathom.Mediator.Certificates;

/// <summary>Lifetimes of certificates. Each certificate is renewed at two thirds of its lifetime; it overlaps with its successor in the
/// last third.</summary>
public sealed record CertificateLifetimes
{
    /// <summary>Lifetime of the root, whose renewal keeps its key. Default 10 years.</summary>
    public TimeSpan Root { get; init; } = TimeSpan.FromDays(3650);

    /// <summary>Lifetime of the issuing certificate, at most the root's. Default 1 year.</summary>
    public TimeSpan Issuing { get; init; } = TimeSpan.FromDays(365);

    /// <summary>Lifetime of the server and client certificates of nodes, at most the issuing certificate's. Default 30 days, which is also
    /// how long an expelled node keeps access.</summary>
    public TimeSpan Node { get; init; } = TimeSpan.FromDays(30);

    /// <summary>Throws <see cref="ArgumentException"/> if a certificate would outlive its issuer, or live less than a minute.</summary>
    internal void Validate()
    {
        if (Node < TimeSpan.FromMinutes(1) || Issuing < Node || Root < Issuing)
        {
            throw new ArgumentException(
                $"Lifetimes are {Node} for nodes, {Issuing} for the issuing certificate and {Root} for the root: at least one minute is "
                    + "accepted, and each at most as long as the next.");
        }
    }
}
