using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Fathom.Subjects.Echo;
using Fathom.Subjects.Hosts;
using Fathom.Transport.Client;
using Fathom.Transport.Server;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport.Hostile.Handshakes;

/// <summary>A certificate that names an address where its issuer can be downloaded (AIA, RFC 5280 section 4.2.2.1): neither side asks that
/// address, which the peer chose.</summary>
public sealed class CertificateDownloadTests : IDisposable
{
    private readonly TcpListener _issuers = new(IPAddress.Loopback, 0);
    private readonly X509Certificate2 _certificate;

    public CertificateDownloadTests()
    {
        _issuers.Start();
        _certificate = Issued($"http://127.0.0.1:{((IPEndPoint)_issuers.LocalEndpoint).Port}/issuer.cer");
    }

    [Fact]
    public async Task A_host_downloads_nothing_that_a_client_names()
    {
        using var own = EphemeralCertificate.Create();
        await using var host = NativeHost.Start([new EchoService().Definition()],
            new NativeHostOptions { Tls = new NativeHostTls { Certificate = own, ClientRoots = [own] } });
        await using var channel = new NativeChannel(new ChannelOptions
        {
            Address = host.Address,
            Tls = new ChannelTls { TrustedRoots = [own], ClientCertificate = _certificate },
        });

        await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, Request("x"), Within(30)));

        _issuers.Pending().ShouldBeFalse("the host asked the address in the client's certificate");
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_channel_downloads_nothing_that_a_server_names(bool hasRoots)
    {
        using var own = EphemeralCertificate.Create();
        await using var host = NativeHost.Start([new EchoService().Definition()],
            new NativeHostOptions { Tls = new NativeHostTls { Certificate = _certificate } });
        await using var channel = new NativeChannel(new ChannelOptions
        {
            Address = host.Address,
            Tls = hasRoots ? new ChannelTls { TrustedRoots = [own] } : null,
        });

        await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, Request("x"), Within(30)));

        _issuers.Pending().ShouldBeFalse("the channel asked the address in the server's certificate");
    }

    public void Dispose()
    {
        _issuers.Dispose();
        _certificate.Dispose();
    }

    /// <summary>A certificate of an issuer that only the address has.</summary>
    private static X509Certificate2 Issued(string issuers)
    {
        using var issuerKey = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var issuer = new CertificateRequest("CN=unknown issuer", issuerKey, HashAlgorithmName.SHA256);
        issuer.CertificateExtensions.Add(new X509BasicConstraintsExtension(true, false, 0, true));
        var from = TimeProvider.System.GetUtcNow().AddDays(-1);
        using var root = issuer.CreateSelfSigned(from, from.AddDays(30));
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256);
        request.CertificateExtensions.Add(new X509AuthorityInformationAccessExtension(null, [issuers]));
        using var bare = request.Create(root, from, from.AddDays(20), [1, 2, 3, 4]);
        using var both = bare.CopyWithPrivateKey(key);
        return X509CertificateLoader.LoadPkcs12(both.Export(X509ContentType.Pkcs12), null);
    }
}
