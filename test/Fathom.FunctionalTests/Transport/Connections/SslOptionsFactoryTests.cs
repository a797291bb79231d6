using System.Net.Security;
using System.Security.Cryptography.X509Certificates;
using Fathom.Subjects.Echo;
using Fathom.Subjects.Hosts;
using Fathom.Transport.Client;
using Fathom.Transport.Server;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport.Connections;

/// <summary>What TLS is made of can be asked for each connection: a certificate is replaced while calls go on.</summary>
public class SslOptionsFactoryTests
{
    [Fact]
    public async Task A_host_and_a_channel_ask_for_each_connection_and_those_under_way_go_on()
    {
        using var first = EphemeralCertificate.Create();
        using var second = EphemeralCertificate.Create();
        var current = first;
        await using var host = NativeHost.Start([new EchoService().Definition()], new NativeHostOptions
        {
            Tls = new NativeHostTls { SslOptionsFactory = () => new SslServerAuthenticationOptions { ServerCertificate = current } },
        });
        await using var old = Trusting(host, first);
        await old.UnaryAsync(EchoMethods.Unary, Request("before"));

        current = second;
        await using var young = Trusting(host, second);
        await using var late = Trusting(host, first);

        (await old.UnaryAsync(EchoMethods.Unary, Request("on"))).Text().ShouldBe("on");
        (await young.UnaryAsync(EchoMethods.Unary, Request("x"))).Text().ShouldBe("x");
        await FailureAsync(() => late.UnaryAsync(EchoMethods.Unary, Request("x")));
        old.ConnectionsOpened.ShouldBe(1);
    }

    [Fact]
    public async Task A_handler_sees_the_certificate_that_a_client_has_shown()
    {
        using var certificate = EphemeralCertificate.Create();
        X509Certificate2? seen = null;
        var service = new ServiceBuilder(EchoMethods.Service).Unary(EchoMethods.Unary, (request, context) =>
        {
            seen = context.ClientCertificate;
            return new ValueTask<EchoReply>(new EchoReply { Payload = request.Payload });
        }).Build();
        await using var mutual = NativeHost.Start([service],
            new NativeHostOptions { Tls = new NativeHostTls { Certificate = certificate, ClientRoots = [certificate] } });
        await using var plain = NativeHost.Start([service], new NativeHostOptions());

        await using (var channel = new NativeChannel(
            new ChannelOptions { Address = mutual.Address,
                Tls = new ChannelTls { TrustedRoots = [certificate], ClientCertificate = certificate } }))
        {
            await channel.UnaryAsync(EchoMethods.Unary, Request("x"));
        }

        seen.ShouldNotBeNull().Thumbprint.ShouldBe(certificate.Thumbprint);
        await using (var channel = new NativeChannel(new ChannelOptions { Address = plain.Address }))
        {
            await channel.UnaryAsync(EchoMethods.Unary, Request("x"));
        }

        seen.ShouldBeNull();
    }

    [Fact]
    public void TLS_without_any_certificate_is_refused_at_the_start() =>
        Should.Throw<ArgumentException>(() => NativeHost.Start(
            [new EchoService().Definition()], new NativeHostOptions { Tls = new NativeHostTls() }))
            .Message.ShouldContain($"{nameof(NativeHostTls.Certificate)} nor {nameof(NativeHostTls.SslOptionsFactory)}");

    private static NativeChannel Trusting(NativeHost host, X509Certificate2 certificate) =>
        new(new ChannelOptions { Address = host.Address, Tls = new ChannelTls { TrustedRoots = [certificate] } });
}
