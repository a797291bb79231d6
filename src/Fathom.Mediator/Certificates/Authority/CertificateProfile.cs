using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Fathom.Mediator.Certificates.Trust;

namespace Fathom.Mediator.Certificates.Authority;

/// <summary>
/// The contents of certificates (RFC 5280 section 4.2), and their keys. Keys are ECDSA on P-256: every TLS 1.3 implementation has it (RFC
/// 8446 section 9.1), and it has about 128 bits of strength.
/// </summary>
internal static class CertificateProfile
{
    private const string Organization = "Fathom";
    private const string P256 = "1.2.840.10045.3.1.7";
    private const int SerialSize = 16;

    public static ECDsa NewKey() => ECDsa.Create(ECCurve.NamedCurves.nistP256);

    /// <summary>Whether a key is of the accepted kind.</summary>
    public static bool Accepts(PublicKey key)
    {
        using var ecdsa = key.GetECDsaPublicKey();
        return ecdsa?.ExportParameters(includePrivateParameters: false).Curve.Oid.Value == P256;
    }

    public static X500DistinguishedName Name(string commonName)
    {
        var name = new X500DistinguishedNameBuilder();
        name.AddCommonName(commonName);
        name.AddOrganizationName(Organization);
        return name.Build();
    }

    /// <summary>A unique name for an authority, which distinguishes the chains of two networks.</summary>
    public static X500DistinguishedName AuthorityName(string role) =>
        Name($"Fathom {role} {Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(8))}");

    /// <summary>Random, positive, of 127 bits (section 4.1.2.2 accepts up to 20 octets).</summary>
    public static byte[] NewSerial()
    {
        var serial = RandomNumberGenerator.GetBytes(SerialSize);
        serial[0] = (byte)((serial[0] & 0x7F) | 0x40);
        return serial;
    }

    /// <summary>A root certificate, signed by itself. It may sign one level of authorities.</summary>
    public static X509Certificate2 Root(X500DistinguishedName name, ECDsa key, Validity validity)
    {
        var request = new CertificateRequest(name, key, HashAlgorithmName.SHA256);
        AddAuthority(request, levelsBelow: 1);
        return request.Create(name, X509SignatureGenerator.CreateForECDsa(key), validity.From, validity.To, NewSerial());
    }

    /// <summary>An issuing certificate. It may sign certificates of nodes, and no authority.</summary>
    public static X509Certificate2 Issuing(PublicKey key, X509Certificate2 root, ECDsa rootKey, Validity validity)
    {
        var request = new CertificateRequest(AuthorityName("issuing"), key, HashAlgorithmName.SHA256);
        AddAuthority(request, levelsBelow: 0);
        return Sign(request, root, rootKey, validity);
    }

    /// <summary>The certificate of a node, for one purpose.</summary>
    public static X509Certificate2 Node(
        NodeIdentity node, CertificatePurpose purpose, PublicKey key, X509Certificate2 issuing, ECDsa issuingKey, Validity validity)
    {
        var request = new CertificateRequest(Name(node.Name), key, HashAlgorithmName.SHA256);
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(false, false, 0, critical: true));
        request.CertificateExtensions.Add(new X509KeyUsageExtension(X509KeyUsageFlags.DigitalSignature, critical: true));
        request.CertificateExtensions.Add(new X509EnhancedKeyUsageExtension([ExtendedKeyUsages.Of(purpose)], critical: true));
        request.CertificateExtensions.Add(new X509SubjectKeyIdentifierExtension(key, critical: false));
        request.CertificateExtensions.Add(SubjectAlternativeNames.Of(node));
        return Sign(request, issuing, issuingKey, validity);
    }

    private static void AddAuthority(CertificateRequest request, int levelsBelow)
    {
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(true, true, levelsBelow, critical: true));
        request.CertificateExtensions.Add(new X509KeyUsageExtension(
            X509KeyUsageFlags.KeyCertSign | X509KeyUsageFlags.CrlSign, critical: true));
        request.CertificateExtensions.Add(new X509SubjectKeyIdentifierExtension(request.PublicKey, critical: false));
    }

    private static X509Certificate2 Sign(CertificateRequest request, X509Certificate2 issuer, ECDsa key, Validity validity)
    {
        request.CertificateExtensions.Add(X509AuthorityKeyIdentifierExtension.CreateFromCertificate(
            issuer, includeKeyIdentifier: true, includeIssuerAndSerial: false));
        return request.Create(issuer.SubjectName, X509SignatureGenerator.CreateForECDsa(key), validity.From, validity.To, NewSerial());
    }
}
