using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Fathom.Mediator.Certificates.Trust;

/// <summary>
/// Verifies a peer's certificate. Its chain must end in the network's root, be valid now, and be made for its use. The system's
/// authorities, the peer's address and the host name are not considered, and nothing is downloaded.
/// </summary>
internal static class ChainRules
{
    /// <summary>The policy for building a chain. Create one for each connection: the peer's certificates are added to it.</summary>
    public static X509ChainPolicy For(X509Certificate2 root, CertificatePurpose purpose, DateTimeOffset now)
    {
        var policy = new X509ChainPolicy
        {
            TrustMode = X509ChainTrustMode.CustomRootTrust,
            RevocationMode = X509RevocationMode.NoCheck,
            DisableCertificateDownloads = true,
            VerificationTime = now.LocalDateTime,
        };
        policy.CustomTrustStore.Add(root);
        policy.ApplicationPolicy.Add(ExtendedKeyUsages.Of(purpose));
        return policy;
    }

    /// <summary>Why a certificate is refused, as the rest of a sentence; null: it is admitted.</summary>
    /// <param name="certificate">The peer's certificate; null: none.</param>
    /// <param name="chain">Built by <see cref="For"/>.</param>
    /// <param name="purpose">Its use.</param>
    /// <param name="node">The only node accepted; null: any of the network.</param>
    public static string? Fault(X509Certificate2? certificate, X509Chain? chain, CertificatePurpose purpose, string? node = null) =>
        certificate is null || chain is null ? "it has shown no certificate" : FaultOrMalformed(() =>
        {
            var found = chain.ChainStatus.Aggregate(X509ChainStatusFlags.NoError, (all, one) => all | one.Status);
            return (found == X509ChainStatusFlags.NoError ? NameFault(certificate, node) : Describe(found, chain, purpose)) is { } fault
                ? $"{fault} (certificate of '{Printable.Sanitize(certificate.Subject)}', serial {certificate.SerialNumber})" : null;
        });

    /// <summary>Builds the chain of a certificate and returns why it is refused; null: it is admitted.</summary>
    public static string? Fault(
        X509Certificate2 certificate, X509Certificate2Collection above, X509Certificate2 root, CertificatePurpose purpose,
            DateTimeOffset now, string? node = null)
    {
        using var chain = new X509Chain { ChainPolicy = For(root, purpose, now) };
        chain.ChainPolicy.ExtraStore.AddRange(above);
        return FaultOrMalformed(() =>
        {
            chain.Build(certificate);
            return Fault(certificate, chain, purpose, node);
        });
    }

    // Of a certificate that was loaded the times and the key can still be none.
    private static string? FaultOrMalformed(Func<string?> fault)
    {
        try
        {
            return fault();
        }
        catch (CryptographicException e)
        {
            return $"its chain is malformed: {Printable.Sanitize(e.Message)}";
        }
    }

    private static string? NameFault(X509Certificate2 certificate, string? node)
    {
        var name = NodeName.Of(certificate);
        return !NodeName.IsValid(name) ? $"its name is no node's"
            : node is not null && name != node ? $"it is node '{name}', and '{node}' was expected"
            : null;
    }

    private static string Describe(X509ChainStatusFlags found, X509Chain chain, CertificatePurpose purpose)
    {
        var last = chain.ChainElements[^1].Certificate;
        if ((found & X509ChainStatusFlags.UntrustedRoot) != 0)
        {
            return chain.ChainElements.Count == 1 ? "it is self-signed"
                : $"its chain ends in '{Printable.Sanitize(last.Subject)}', which is not the root of this network";
        }

        if ((found & X509ChainStatusFlags.PartialChain) != 0)
        {
            return chain.ChainElements.Count == 1
                ? $"its chain is incomplete: it came without its issuer '{Printable.Sanitize(last.Issuer)}'"
                : $"its chain ends in '{Printable.Sanitize(last.Issuer)}', which is not the root of this network";
        }

        if ((found & X509ChainStatusFlags.NotTimeValid) != 0)
        {
            return TimeFault(chain);
        }

        return (found & X509ChainStatusFlags.NotValidForUsage) != 0
            ? $"it is not made for a {(purpose == CertificatePurpose.Server ? "server" : "client")}"
            : $"its chain does not hold: {found}";
    }

    private static string TimeFault(X509Chain chain)
    {
        var at = chain.ChainPolicy.VerificationTime;
        foreach (var certificate in chain.ChainElements.Select(element => element.Certificate))
        {
            if (at > certificate.NotAfter)
            {
                return $"'{Printable.Sanitize(certificate.Subject)}' expired at {certificate.NotAfter.ToUniversalTime():u}";
            }

            if (at < certificate.NotBefore)
            {
                return $"'{Printable.Sanitize(certificate.Subject)}' is not valid before {certificate.NotBefore.ToUniversalTime():u}";
            }
        }

        return "a certificate of its chain is not valid at this time";
    }
}
