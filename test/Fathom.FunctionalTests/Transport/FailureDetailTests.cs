using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Fathom.Subjects.Echo;
using Fathom.Subjects.Hosts;
using Fathom.Transport.Client;
using Fathom.Transport.Server;
using Fathom.Wire.Grpc;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport;

/// <summary>Whoever cannot reach a server is told which of the usual reasons it is, and what to do.</summary>
public abstract class FailureDetailTests(Stack stack)
{
    [Fact]
    public async Task A_name_that_nobody_knows_is_named()
    {
        // Longer than a label can be, so that nobody has to be asked.
        var name = $"{new string('a', 64)}.invalid";
        var failure = await FailureAsync(new ChannelOptions { Address = new Uri($"http://{name}:1") });

        failure.StatusCode.ShouldBe(StatusCode.Unavailable);
        failure.Detail.ShouldStartWith($"Failed to connect to http://{name}:1/: ");
        failure.Detail.ShouldContain("cannot be resolved");
    }

    [Fact]
    public async Task TLS_to_a_port_without_TLS_says_so()
    {
        await using var host = await stack.StartAsync();
        var failure = await FailureAsync(new ChannelOptions { Address = new UriBuilder(host.Address) { Scheme = "https" }.Uri });

        failure.StatusCode.ShouldBe(StatusCode.Unavailable);
        failure.Detail.ShouldStartWith($"TLS with https://{host.Address.Authority}/ failed: ");
        failure.Detail.ShouldContain("The server may not use TLS on this port: use http.");
    }

    [Fact]
    public async Task A_port_with_TLS_called_without_says_so()
    {
        await using var host = await stack.StartAsync(tls: true);
        var failure = await FailureAsync(new ChannelOptions { Address = new UriBuilder(host.Address) { Scheme = "http" }.Uri });

        failure.StatusCode.ShouldBe(StatusCode.Unavailable);
        failure.Detail.ShouldContain("use https");
    }

    [Fact]
    public async Task A_certificate_that_is_not_trusted_is_told_from_others_with_what_to_do()
    {
        await using var host = await stack.StartAsync(tls: true);
        using var other = EphemeralCertificate.Create();
        var failure = await FailureAsync(new ChannelOptions { Address = host.Address,
            Tls = ChannelTls.TrustPem(other.ExportCertificatePem()) });

        failure.StatusCode.ShouldBe(StatusCode.Unavailable);
        failure.Detail.ShouldStartWith($"TLS with {host.Address} failed: ");
        failure.Detail.ShouldContain(
            $"The server's certificate is not signed by a trusted root: set its root certificate as "
                + $"{nameof(ChannelTls)}.{nameof(ChannelTls.TrustedRoots)}.");
    }

    [Fact]
    public async Task A_certificate_for_another_name_is_told_from_others_with_what_to_do()
    {
        using var certificate = CertificateFor("elsewhere.example");
        await using var host = NativeHost.Start([new EchoService().Definition()],
            new NativeHostOptions { Tls = new NativeHostTls { Certificate = certificate } });
        var failure = await FailureAsync(new ChannelOptions { Address = host.Address,
            Tls = ChannelTls.TrustPem(certificate.ExportCertificatePem()) });

        failure.StatusCode.ShouldBe(StatusCode.Unavailable);
        failure.Detail.ShouldStartWith($"TLS with {host.Address} failed: ");
        failure.Detail.ShouldContain("The server's certificate is for another host name: use a name that the certificate contains.");
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_client_that_mutual_TLS_refuses_is_told_of_its_certificate(bool hasOne)
    {
        using var certificate = EphemeralCertificate.Create();
        using var stranger = EphemeralCertificate.Create();
        await using var host = NativeHost.Start([new EchoService().Definition()], new NativeHostOptions
        {
            Tls = new NativeHostTls { Certificate = certificate, ClientRoots = [certificate] },
        });
        var failure = await FailureAsync(new ChannelOptions
        {
            Address = host.Address,
            Tls = new ChannelTls { TrustedRoots = [certificate], ClientCertificate = hasOne ? stranger : null },
        });

        failure.StatusCode.ShouldBe(StatusCode.Unavailable, failure.Detail);
        failure.Detail.ShouldContain($"{nameof(ChannelTls)}.{nameof(ChannelTls.ClientCertificate)}");
    }

    [Fact]
    public async Task A_server_with_TLS_that_agrees_on_no_HTTP2_says_so()
    {
        using var certificate = EphemeralCertificate.Create();
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var serving = ShakeHandsAsync(listener, certificate);

        var failure = await FailureAsync(new ChannelOptions
        {
            Address = new Uri($"https://{listener.LocalEndpoint}"),
            Tls = new ChannelTls { TrustedRoots = [certificate] },
        });

        failure.StatusCode.ShouldBe(StatusCode.Unavailable, failure.Detail);
        failure.Detail.ShouldContain("does not speak HTTP/2");
        failure.Detail.ShouldContain("ALPN");
        await serving;
    }

    private static async Task ShakeHandsAsync(TcpListener listener, X509Certificate2 certificate)
    {
        using var client = await listener.AcceptTcpClientAsync();
        await using var tls = new SslStream(client.GetStream());
        await tls.AuthenticateAsServerAsync(certificate);
        try
        {
            // Until it goes.
            while (await tls.ReadAsync(new byte[1024]) > 0)
            {
            }
        }
        catch (IOException)
        {
            // With a reset.
        }
    }

    private async Task<Status> FailureAsync(ChannelOptions options)
    {
        using var channel = stack.Channel(options);
        return (await Messages.FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, Request("x"), Within(60)))).Status;
    }

    private static X509Certificate2 CertificateFor(string name)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest($"CN={name}", key, HashAlgorithmName.SHA256);
        var names = new SubjectAlternativeNameBuilder();
        names.AddDnsName(name);
        request.CertificateExtensions.Add(names.Build());
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(certificateAuthority: true, false, 0, critical: true));
        var now = TimeProvider.System.GetUtcNow();
        using var created = request.CreateSelfSigned(now.AddHours(-1), now.AddHours(1));
        return X509CertificateLoader.LoadPkcs12(created.Export(X509ContentType.Pkcs12), null);
    }

    public sealed class OnKestrelByHttpClient() : FailureDetailTests(Stack.Framework);

    public sealed class OnNativeByNative() : FailureDetailTests(Stack.Native);

    public sealed class OnKestrelByNative() : FailureDetailTests(Stack.NativeClientOnKestrel);

    public sealed class OnNativeByHttpClient() : FailureDetailTests(Stack.HttpClientOnNative);
}
