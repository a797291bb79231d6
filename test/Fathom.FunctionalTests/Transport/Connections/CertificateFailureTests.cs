using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Fathom.Subjects.Echo;
using Fathom.Subjects.Hosts;
using Fathom.Transport.Client;
using Fathom.Transport.Server;
using Fathom.Wire.Grpc;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport.Connections;

/// <summary>Certificates that the client or the server refuses: the call's detail says which, and what to do.</summary>
public abstract class CertificateFailureTests(Stack stack)
{
    [Fact]
    public async Task A_certificate_that_is_not_trusted_is_Unavailable_and_the_detail_says_TLS()
    {
        await using var host = await stack.StartAsync(tls: true);
        using var system = host.Channel(options => options with { Tls = null });
        using var other = EphemeralCertificate.Create();
        using var pinned = host.Channel(options => options with { Tls = ChannelTls.TrustPem(other.ExportCertificatePem()) });

        foreach (var channel in new[] { system, pinned })
        {
            var failure = await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, Request("x")));
            failure.StatusCode.ShouldBe(StatusCode.Unavailable);
            failure.Status.Detail.ShouldStartWith($"TLS with {host.Address} failed: ");
        }
    }

    [Fact]
    public async Task Verification_is_skipped_only_when_asked()
    {
        await using var host = await stack.StartAsync(tls: true);
        using var channel = host.Channel(options => options with { Tls = new ChannelTls { SkipVerification = true } });

        (await channel.UnaryAsync(EchoMethods.Unary, Request("hidden"))).Text().ShouldBe("hidden");
    }

    [Fact]
    public async Task A_certificate_that_is_not_trusted_is_told_from_others_with_what_to_do()
    {
        await using var host = await stack.StartAsync(tls: true);
        using var other = EphemeralCertificate.Create();
        var failure = await stack.FailureAsync(new ChannelOptions { Address = host.Address,
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
        var failure = await stack.FailureAsync(new ChannelOptions { Address = host.Address,
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
        var failure = await stack.FailureAsync(new ChannelOptions
        {
            Address = host.Address,
            Tls = new ChannelTls { TrustedRoots = [certificate], ClientCertificate = hasOne ? stranger : null },
        });

        failure.StatusCode.ShouldBe(StatusCode.Unavailable, failure.Detail);
        failure.Detail.ShouldContain($"{nameof(ChannelTls)}.{nameof(ChannelTls.ClientCertificate)}");
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

    public sealed class OnKestrelByHttpClient() : CertificateFailureTests(Stack.Framework);

    public sealed class OnNativeByNative() : CertificateFailureTests(Stack.Native);

    public sealed class OnKestrelByNative() : CertificateFailureTests(Stack.NativeClientOnKestrel);

    public sealed class OnNativeByHttpClient() : CertificateFailureTests(Stack.HttpClientOnNative);
}
