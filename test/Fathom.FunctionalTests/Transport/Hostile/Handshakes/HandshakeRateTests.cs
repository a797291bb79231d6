using System.Diagnostics;
using System.Net;
using System.Security.Cryptography.X509Certificates;
using Fathom.Subjects.Echo;
using Fathom.Subjects.Hosts;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;
using Fathom.TestKit.Tls;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Fathom.Transport.Server;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport.Hostile.Handshakes;

/// <summary>One address begins a thousand handshakes at once: they are answered at the rate, and clients are served meanwhile.</summary>
public sealed class HandshakeRateTests
{
    private const int Handshakes = 1000;
    private const int PerSecond = 10;

    [Fact]
    public async Task The_handshakes_of_one_address_are_answered_at_their_rate_and_those_of_another_at_once()
    {
        // All of 127.0.0.0/8 is loopback on Linux alone.
        Requires.Present(TestPrerequisites.Linux);
        using var certificate = EphemeralCertificate.Create();
        await using var host = Start(certificate);
        using var flood = new HandshakeFlood();
        var began = Stopwatch.GetTimestamp();
        await flood.StartAsync(host.Address, Handshakes, IPAddress.Parse("127.0.0.2"));

        for (var i = 0; i < PerSecond; i++)
        {
            await CallAsync(host, certificate, Within(60));
        }

        // In time the others are answered as well.
        await Eventually.HoldsAsync(() => flood.Answered > 3 * PerSecond, "more handshakes are answered");
        flood.Answered.ShouldBeLessThan((int)((Stopwatch.GetElapsedTime(began).TotalSeconds + 1) * PerSecond) + MaxThreads);
    }

    [Fact]
    public async Task A_client_of_the_same_address_does_not_wait_for_those_that_came_before_it()
    {
        using var certificate = EphemeralCertificate.Create();
        await using var host = Start(certificate);
        using var flood = new HandshakeFlood();
        await flood.StartAsync(host.Address, Handshakes);
        await Eventually.HoldsAsync(() => host.ConnectionCount == Handshakes, "the flood is there");

        await CallAsync(host, certificate, Within(60));

        flood.Answered.ShouldBeLessThan(Handshakes / 2);
    }

    [Fact]
    public void The_rate_is_the_one_of_the_page() =>
        new NativeHostOptions().MaxHandshakesPerSecond.ShouldBe(SecurityPage.Number("200 a second of one address"));

    // Steps that other threads have begun are answered beyond the rate.
    private static int MaxThreads => SecurityPage.Number("4 at most. Addresses");

    private static NativeHost Start(X509Certificate2 certificate) =>
        NativeHost.Start([new EchoService().Definition()], new NativeHostOptions
        {
            HandshakeTimeout = TimeSpan.FromMinutes(5),
            MaxHandshakesPerSecond = PerSecond,
            Tls = new NativeHostTls { Certificate = certificate },
        });

    private static async Task CallAsync(NativeHost host, X509Certificate2 certificate, CallOptions options)
    {
        await using var channel = new NativeChannel(new ChannelOptions
        {
            Address = host.Address,
            Tls = ChannelTls.TrustPem(certificate.ExportCertificatePem()),
        });
        (await channel.UnaryAsync(EchoMethods.Unary, Request("x"), options)).Text().ShouldBe("x");
    }
}
