using System.Net;
using Fathom.Subjects.Echo;
using Fathom.Subjects.Hosts;
using Fathom.TestKit;
using Fathom.Transport.Client;
using Fathom.Transport.Server;

namespace Fathom.FunctionalTests.Transport.Hostile.Handshakes;

/// <summary>A client that changes the keys of its connection (RFC 8446 section 4.6.3) and sends no data, beside one that calls.</summary>
public sealed class KeyUpdateTests
{
    [Fact]
    public async Task Changes_of_keys_without_data_end_the_connection_and_hold_up_nobody()
    {
        var most = SecurityPage.Number("1,000 TLS records without data");
        OpenSslClient.Requires();
        using var certificate = EphemeralCertificate.Create();
        await using var host = NativeHost.Start([new EchoService().Definition()], new NativeHostOptions
        {
            Loop = new ManualLoop().Loop,
            Tls = new NativeHostTls { Certificate = certificate },
        });
        await using var witness = await Witness.StartAsync(host.Address, new ChannelTls { TrustedRoots = [certificate] });
        using var client = OpenSslClient.Connect(new IPEndPoint(IPAddress.Loopback, host.Address.Port));
        for (var i = 1; i < most; i++)
        {
            client.TryUpdateKeys().ShouldBeTrue($"change {i} of keys");
        }

        await witness.ServedAsync();
        client.IsOpen().ShouldBeTrue("fewer do not end it");
        await Eventually.HoldsAsync(() => !client.TryUpdateKeys() || !client.IsOpen(), "more end the connection");
        await witness.ServedAsync();
    }
}
