using System.Net;
using Fathom.Subjects.Echo;
using Fathom.Subjects.Hosts;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;
using Fathom.TestKit.Tls;
using Fathom.Transport.Client;
using Fathom.Transport.Server;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport.Hostile.Handshakes;

/// <summary>Handshakes of one address, and a client of another: the addresses have the threads of handshakes in turn.</summary>
public sealed class HandshakeShareTests
{
    [Fact]
    public async Task A_client_of_another_address_waits_for_a_few_of_a_thousand_handshakes()
    {
        // All of 127.0.0.0/8 is loopback on Linux alone.
        Requires.Present(TestPrerequisites.Linux);
        const int Handshakes = 1000;
        const int Allowed = 40;
        using var certificate = EphemeralCertificate.Create();
        using var held = new HeldHandshakes(certificate);
        await using var host = NativeHost.Start([new EchoService().Definition()], new NativeHostOptions
        {
            HandshakeTimeout = TimeSpan.FromMinutes(2),
            MaxHandshakesPerSecond = null,
            Tls = held.Host,
        });
        using var channel = new NativeChannel(new ChannelOptions { Address = host.Address, Tls = held.Channel });
        using var flood = new HandshakeFlood();
        using var later = new HandshakeFlood();
        try
        {
            await flood.StartAsync(host.Address, Handshakes, IPAddress.Parse("127.0.0.2"));
            await Eventually.HoldsAsync(() => held.Begun > 0 && host.ConnectionCount == Handshakes, "the flood is there");

            var threads = Math.Clamp(Environment.ProcessorCount / SecurityPage.Number("2 processors"), SecurityPage.Number("1 for every"),
                SecurityPage.Number("4 at most. Addresses"));
            await Eventually.HoldsAsync(() => held.Begun == threads, $"{threads} handshakes are in progress");

            var call = channel.UnaryAsync(EchoMethods.Unary, Request("x"), Within(60));
            await Eventually.HoldsAsync(() => host.ConnectionCount == Handshakes + 1, "the client is connected");
            // The newest would be the next, if all addresses were one.
            await later.StartAsync(host.Address, Handshakes, IPAddress.Parse("127.0.0.2"));
            await Eventually.HoldsAsync(() => host.ConnectionCount == (2 * Handshakes) + 1, "more of the flood are there");
            held.Allow(Allowed);

            (await call).Text().ShouldBe("x");
            (flood.Answered + later.Answered).ShouldBeLessThan(Allowed);
        }
        finally
        {
            held.Allow();
        }

        await Eventually.HoldsAsync(() => flood.Answered + later.Answered == 2 * Handshakes, "every handshake is answered");
    }
}
