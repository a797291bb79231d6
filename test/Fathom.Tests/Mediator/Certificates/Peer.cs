using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Fathom.Mediator.Certificates.Authority;
using Fathom.Mediator.Certificates.Trust;

namespace Fathom.Tests.Mediator.Certificates;

/// <summary>A network made by hand, and what peers of it show: right, and wrong in each way.</summary>
internal sealed class Peer : IDisposable
{
    private readonly ECDsa _rootKey = CertificateProfile.NewKey();
    private readonly ECDsa _issuingKey = CertificateProfile.NewKey();
    private readonly ECDsa _nodeKey = CertificateProfile.NewKey();

    public Peer(DateTimeOffset now)
    {
        Now = now;
        Root = CertificateProfile.Root(CertificateProfile.AuthorityName("root"), _rootKey,
            Validity.StartingAt(now, TimeSpan.FromDays(100)));
        Issuing = CertificateProfile.Issuing(new PublicKey(_issuingKey), Root, _rootKey, Validity.StartingAt(now, TimeSpan.FromDays(50)));
    }

    public DateTimeOffset Now { get; }

    public X509Certificate2 Root { get; }

    public X509Certificate2 Issuing { get; }

    /// <summary>Why a server with this chain, its own certificate first, is refused by the real time; null: it is admitted.</summary>
    public static string? FaultOf(X509Certificate2Collection chain, X509Certificate2 root, string node) =>
        ChainRules.Fault(chain[0], [.. chain.Skip(1)], root, CertificatePurpose.Server, TimeProvider.System.GetUtcNow(), node);

    /// <summary>A node's certificate, signed as it should be.</summary>
    public X509Certificate2 Node(CertificatePurpose purpose, TimeSpan from = default, string name = "north", TimeSpan? life = null) =>
        CertificateProfile.Node(
        new NodeIdentity(name, []), purpose, new PublicKey(_nodeKey), Issuing, _issuingKey,
            new Validity(Now + from, Now + from + (life ?? TimeSpan.FromDays(10))));

    /// <summary>A certificate that a node signed with its own, as if it were an authority.</summary>
    public X509Certificate2 SignedByNode(X509Certificate2 node)
    {
        using var key = CertificateProfile.NewKey();
        return CertificateProfile.Node(
            new NodeIdentity("north", []), CertificatePurpose.Client, new PublicKey(key), node, _nodeKey,
                Validity.StartingAt(Now, TimeSpan.FromDays(1)));
    }

    /// <summary>An authority that the issuing one signed, which it may not, and a node's certificate by it.</summary>
    public X509Certificate2Collection SignedByAnotherLevel()
    {
        using var key = CertificateProfile.NewKey();
        using var nodeKey = CertificateProfile.NewKey();
        var validity = Validity.StartingAt(Now, TimeSpan.FromDays(1));
        var level = CertificateProfile.Issuing(new PublicKey(key), Issuing, _issuingKey, validity);
        return [CertificateProfile.Node(new NodeIdentity("north", []), CertificatePurpose.Client, new PublicKey(nodeKey), level, key,
            validity), level, Issuing];
    }

    /// <summary>A certificate for a client that is signed by nobody but itself.</summary>
    public X509Certificate2 SelfSigned()
    {
        var request = new CertificateRequest(CertificateProfile.Name("north"), _nodeKey, HashAlgorithmName.SHA256);
        request.CertificateExtensions.Add(new X509EnhancedKeyUsageExtension(
            [ExtendedKeyUsages.Of(CertificatePurpose.Client)], critical: true));
        return request.CreateSelfSigned(Now.AddHours(-1), Now.AddDays(1));
    }

    public void Dispose()
    {
        _rootKey.Dispose();
        _issuingKey.Dispose();
        _nodeKey.Dispose();
    }
}
