using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Fathom.Mediator.Remotes;
using Fathom.SubjectProtocol;
using Fathom.Transport.Client;
using Fathom.Transport.Server;

namespace Fathom.Subjects.Mediator.Certificates;

/// <summary>A root for one run, and what it signed: the nodes' certificate, and a sender's. Owned by the program.</summary>
internal sealed class RunCertificates : IDisposable
{
    private const string ServerUse = "1.3.6.1.5.5.7.3.1";
    private const string ClientUse = "1.3.6.1.5.5.7.3.2";

    private static readonly TimeSpan Lifetime = TimeSpan.FromDays(7);

    private RunCertificates(X509Certificate2 root, X509Certificate2 server, X509Certificate2 client) =>
        (Root, Server, Client) = (root, server, client);

    /// <summary>With its key, which the published senders have in their files as well; it is trusted in this run alone.</summary>
    public X509Certificate2 Root { get; }

    public X509Certificate2 Server { get; }

    public X509Certificate2 Client { get; }

    /// <summary>Makes them; the caller owns them.</summary>
    /// <param name="time">The clock of their validity.</param>
    /// <param name="host">Where the nodes listen, beside loopback.</param>
    public static RunCertificates Create(TimeProvider time, IPAddress host)
    {
        // An hour back, for a peer whose clock is behind.
        var (from, to) = (time.GetUtcNow().AddHours(-1), time.GetUtcNow().Add(Lifetime));
        using var rootKey = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=Fathom run", rootKey, HashAlgorithmName.SHA256);
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(certificateAuthority: true, false, 0, critical: true));
        request.CertificateExtensions.Add(new X509KeyUsageExtension(X509KeyUsageFlags.KeyCertSign, critical: true));
        var root = request.CreateSelfSigned(from, to);
        return new RunCertificates(root, Sign(root, "node", host, from, to, ServerUse, ClientUse),
            Sign(root, "sender", host, from, to, ClientUse));
    }

    /// <summary>What a sender needs; the runner passes it on.</summary>
    public PeerCertificates ForSender() =>
        new(Root.ExportCertificatePem(), new ClientCertificates(KeyOf(Root), Client.ExportCertificatePem(), KeyOf(Client)));

    public void Dispose()
    {
        Root.Dispose();
        Server.Dispose();
        Client.Dispose();
    }

    private static string KeyOf(X509Certificate2 certificate)
    {
        using var key = certificate.GetECDsaPrivateKey()!;
        return key.ExportPkcs8PrivateKeyPem();
    }

    private static X509Certificate2 Sign(X509Certificate2 root, string name, IPAddress host, DateTimeOffset from, DateTimeOffset to,
        params IEnumerable<string> uses)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest($"CN={name}", key, HashAlgorithmName.SHA256);
        var names = new SubjectAlternativeNameBuilder();
        names.AddDnsName("localhost");
        names.AddIpAddress(IPAddress.Loopback);
        names.AddIpAddress(host);
        request.CertificateExtensions.Add(names.Build());
        request.CertificateExtensions.Add(new X509EnhancedKeyUsageExtension([.. uses.Select(use => new Oid(use))], critical: false));
        using var signed = request.Create(root, from, to.AddMinutes(-1), RandomNumberGenerator.GetBytes(16));
        var withKey = signed.CopyWithPrivateKey(key);
        if (!OperatingSystem.IsWindows())
        {
            return withKey;
        }

        // Windows cannot use a key for TLS that is in memory only; elsewhere that would only take time.
        using (withKey)
        {
            return X509CertificateLoader.LoadPkcs12(withKey.Export(X509ContentType.Pkcs12), null, X509KeyStorageFlags.Exportable);
        }
    }
}

/// <summary>Mutual TLS between peers whose certificates one root signed.</summary>
/// <param name="root">The trusted root.</param>
/// <param name="own">The certificate of this process.</param>
internal sealed class NodesTls(X509Certificate2 root, X509Certificate2 own) : INodeTls
{
    public NativeHostTls ForHost() => new() { Certificate = own, ClientRoots = [root] };

    public ChannelTls ForRemote(string remote, string node) => new() { TrustedRoots = [root], ClientCertificate = own };
}
