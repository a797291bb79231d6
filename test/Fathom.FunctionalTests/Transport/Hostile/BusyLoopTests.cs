using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Fathom.FunctionalTests.Transport.Frames;
using Fathom.Subjects.Echo;
using Fathom.Transport.Client;
using static Fathom.FunctionalTests.Transport.Frames.GrpcBytes;
using static Fathom.FunctionalTests.Transport.Frames.RawClient;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport.Hostile;

/// <summary>Clients that keep the only event loop of a host busy, and a client beside them: its calls do not wait for the others' work. How
/// long it waits is measured in bench/Fathom.Bench, command <c>witness</c>.</summary>
public sealed class BusyLoopTests
{
    private const int ProcessorsOfOneLoop = 2;

    [Theory]
    [InlineData("")]
    [InlineData("--handlers-on-pool")]
    public async Task A_huge_response_to_a_client_with_huge_windows_does_not_hold_up_calls(string handlers)
    {
        // 2 GB in messages of 1 MB: fields repeat (4) and reply_size (7).
        const int Replies = 2_000;
        const int ReplyBytes = 1_000_000;
        const long MostBesideACall = 100_000_000;
        await using var host = await HostProcess.StartAsync(
            ProcessorsOfOneLoop, handlers.Length == 0 ? [] : [handlers]);
        using var channel = new NativeChannel(new ChannelOptions { Address = host.Address });
        await channel.UnaryAsync(EchoMethods.Unary, Request("warm"));
        using var peer = await ConnectAsync(host.Address, streamWindow: int.MaxValue);
        await peer.WindowUpdate(0, 0x7fff_0000 - 65_535).Request(1, ServerStreamPath)
            .Data(1, Message([0x20, .. Varint(Replies), 0x38, .. Varint(ReplyBytes)]), endStream: true).FlushAsync();
        await Fathom.TestKit.Eventually.HoldsAsync(() => peer.DataBytes > ReplyBytes, "the response is under way");

        var most = 0L;
        var calls = 0;
        for (; peer.DataBytes < (long)Replies * ReplyBytes; calls++)
        {
            var before = peer.DataBytes;
            await channel.UnaryAsync(EchoMethods.Unary, Request("x"), Within(60));
            most = Math.Max(most, peer.DataBytes - before);
        }

        calls.ShouldBeGreaterThan(2, "the response has to be under way beside calls");
        most.ShouldBeLessThan(MostBesideACall);
    }

    [Fact]
    public async Task Many_TLS_handshakes_at_once_do_not_hold_up_calls()
    {
        // A signature of RSA with 4,096 bits takes milliseconds.
        const int Handshakes = 300;
        const int MostBesideACall = 60;
        var (certificate, key) = (Path.GetTempFileName(), Path.GetTempFileName());
        try
        {
            WriteCertificate(certificate, key);
            await using var host = await HostProcess.StartAsync(ProcessorsOfOneLoop, "--cert", certificate, "--key", key);
            using var channel = new NativeChannel(new ChannelOptions
            {
                Address = host.Address,
                Tls = ChannelTls.TrustPem(await File.ReadAllTextAsync(certificate)),
            });
            await channel.UnaryAsync(EchoMethods.Unary, Request("warm"));
            using var flood = new HandshakeFlood();
            await flood.StartAsync(host.Address, Handshakes);

            var most = 0;
            var calls = 0;
            for (; flood.Answered < Handshakes - MostBesideACall; calls++)
            {
                var before = flood.Answered;
                await channel.UnaryAsync(EchoMethods.Unary, Request("x"), Within(60));
                most = Math.Max(most, flood.Answered - before);
            }

            calls.ShouldBeGreaterThan(0, "the handshakes have to be under way beside a call");
            most.ShouldBeLessThan(MostBesideACall);
        }
        finally
        {
            File.Delete(certificate);
            File.Delete(key);
        }
    }

    private static void WriteCertificate(string certificate, string key)
    {
        using var rsa = RSA.Create(4096);
        var request = new CertificateRequest("CN=localhost", rsa, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        var names = new SubjectAlternativeNameBuilder();
        names.AddIpAddress(System.Net.IPAddress.Loopback);
        request.CertificateExtensions.Add(names.Build());
        var now = TimeProvider.System.GetUtcNow();
        using var created = request.CreateSelfSigned(now.AddHours(-1), now.AddDays(1));
        File.WriteAllText(certificate, created.ExportCertificatePem());
        File.WriteAllText(key, rsa.ExportPkcs8PrivateKeyPem());
    }
}
