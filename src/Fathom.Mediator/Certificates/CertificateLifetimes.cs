namespace Fathom.Mediator.Certificates;

/// <summary>How long certificates are valid. Each is renewed at two thirds of its life; the last third is the overlap in which its
/// successor takes over.</summary>
public sealed record CertificateLifetimes
{
    /// <summary>Of the root; its renewal keeps its key. Default 10 years.</summary>
    public TimeSpan Root { get; init; } = TimeSpan.FromDays(3650);

    /// <summary>Of the certificate that signs the nodes'; not beyond the root's. Default 1 year.</summary>
    public TimeSpan Issuing { get; init; } = TimeSpan.FromDays(365);

    /// <summary>Of the server and client certificates of nodes; not beyond the issuing one's. Default 30 days: a node that is expelled is
    /// out by then.</summary>
    public TimeSpan Node { get; init; } = TimeSpan.FromDays(30);

    /// <summary>Throws <see cref="ArgumentException"/> where a certificate would outlive what signs it, or lives less than a
    /// minute.</summary>
    internal void Validate()
    {
        if (Node < TimeSpan.FromMinutes(1) || Issuing < Node || Root < Issuing)
        {
            throw new ArgumentException(
                $"Lives of {Node} for nodes, {Issuing} for the issuing certificate and {Root} for the root: a minute or more is "
                    + $"accepted, each not above the next.");
        }
    }
}
