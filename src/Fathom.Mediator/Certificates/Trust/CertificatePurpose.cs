using System.Security.Cryptography;

namespace Fathom.Mediator.Certificates.Trust;

/// <summary>The use of a certificate.</summary>
internal enum CertificatePurpose
{
    Server = 0,
    Client,
}

/// <summary>The extended key usages (RFC 5280 section 4.2.1.12).</summary>
internal static class ExtendedKeyUsages
{
    public static Oid Of(CertificatePurpose purpose) =>
        purpose == CertificatePurpose.Server ? new Oid("1.3.6.1.5.5.7.3.1") : new Oid("1.3.6.1.5.5.7.3.2");
}
