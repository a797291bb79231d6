using System.Text;
using Fathom.FunctionalTests.Transport.Frames;
using Fathom.Subjects.Echo;
using Fathom.Subjects.Hosts;
using Fathom.TestKit;
using Fathom.Transport.Client;
using Fathom.Transport.Server;
using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;
using static Fathom.FunctionalTests.Transport.Frames.GrpcBytes;
using static Fathom.FunctionalTests.Transport.Frames.RawClient;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport.Hostile;

/// <summary>Clients that begin and never finish: each ends at its time-out, and many of them cost little.</summary>
public sealed class SlownessTests
{
    private const int Many = 100;

    // A record that says handshake, and a part of it.
    private const string TlsHandshake = "\u0016\u0003\u0001\u0001\u0000\u0001";

    public static TheoryData<string> Prefaces => ["", "PRI * HTTP/2.0\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"];

    public static TheoryData<string> Frames =>
        ["a field block without its CONTINUATION", "HEADERS by the byte", "DATA that stops in the middle"];

    [Theory]
    [MemberData(nameof(Prefaces))]
    public async Task A_preface_that_is_never_finished_ends_the_connection_after_10_s(string begun)
    {
        await using var host = await ClockedHost.StartAsync();
        await NeverFinishedAsync(host, begun, SecurityPage.Time("10 s until SETTINGS"));
    }

    [Fact]
    public async Task A_TLS_handshake_that_is_never_finished_ends_the_connection_after_10_s()
    {
        using var certificate = EphemeralCertificate.Create();
        await using var host = await ClockedHost.StartAsync(
            new NativeHostTls { Certificate = certificate }, ChannelTls.TrustPem(certificate.ExportCertificatePem()));
        await NeverFinishedAsync(host, TlsHandshake, SecurityPage.Time("10 s, on threads"));
    }

    [Theory]
    [MemberData(nameof(Frames))]
    public async Task A_frame_or_field_block_that_is_never_finished_ends_the_connection_with_ENHANCE_YOUR_CALM_after_20_s(string what)
    {
        await using var host = await ClockedHost.StartAsync();
        using var peer = await ConnectAsync(host.Address);

        await Begin(peer, what).FlushAsync();

        await host.PassAsync(SecurityPage.Time("20 s").TotalSeconds - 0.1, async () =>
        {
            if (what == "HEADERS by the byte")
            {
                await peer.Bytes([0]).FlushAsync();
            }
        });
        host.Log.ShouldBeEmpty();
        await host.PassAsync(0.2);

        (await peer.FailureAsync()).ShouldBe((Http2ErrorCode.EnhanceYourCalm, nameof(NativeHostOptions.FrameTimeout)));
    }

    [Fact]
    public async Task A_request_of_which_a_part_is_held_ends_at_its_own_rate_though_another_moves()
    {
        await using var host = await ClockedHost.StartAsync();
        using var peer = await ConnectAsync(host.Address);
        await peer.Request(1, UnaryPath).Request(3, UnaryPath).Data(1, Message(new byte[240], 100_000)).FlushAsync();
        await peer.Data(3, Message(new byte[240], 100_000)).FlushAsync();
        await host.CatchUpAsync();

        // 245 bytes are good for a second more than the five of grace; those of the other stream, for as long as they come.
        await host.PassAsync(15, async () => await peer.Data(3, new byte[500]).FlushAsync());

        (await peer.ResetAsync(1)).ShouldBe(Http2ErrorCode.EnhanceYourCalm);
        await peer.ServedAsync();
        peer.Frames().ShouldNotContain(frame => frame.Header.Type == Http2FrameType.RstStream && frame.Header.StreamId == 3);
    }

    [Fact]
    public async Task The_time_that_passes_is_that_of_the_process()
    {
        await using var host = NativeHost.Start([], new NativeHostOptions { HandshakeTimeout = TimeSpan.FromMilliseconds(100) });
        using var peer = await OpenAsync(host.Address);

        await Eventually.HoldsAsync(() => peer.IsEnded, "it is closed");
    }

    [Fact]
    public Task A_hundred_clients_of_each_kind_hold_little() => Siege.RunAsync(async host =>
    {
        List<RawConnection> peers = [];
        for (var i = 0; i < Many; i++)
        {
            foreach (var begun in Prefaces)
            {
                peers.Add(await OpenAsync(host.Address));
                await peers[^1].Bytes(Encoding.Latin1.GetBytes(begun.Data)).FlushAsync();
            }

            foreach (var what in Frames)
            {
                peers.Add(await ConnectAsync(host.Address));
                await Begin(peers[^1], what.Data).FlushAsync();
            }
        }

        using var later = await ConnectAsync(host.Address);
        await later.ServedAsync();
        ExpectHeld(peers);
    });

    [Fact]
    public async Task A_hundred_TLS_handshakes_that_are_never_finished_hold_little()
    {
        await using var host = await HostProcess.StartAsync("--tls");
        List<RawConnection> peers = [];
        for (var i = 0; i < Many; i++)
        {
            peers.Add(await OpenAsync(host.Address));
            await peers[i].Bytes(Encoding.Latin1.GetBytes(TlsHandshake)).FlushAsync();
        }

        using var channel = new NativeChannel(
            new ChannelOptions { Address = host.Address, Tls = new ChannelTls { SkipVerification = true } });
        await channel.UnaryAsync(EchoMethods.Unary, Request("later"), Within(60));
        ExpectHeld(peers);
        host.PeakResidentBytes.ShouldBeLessThan(Siege.MostResidentBytes);
    }

    private static void ExpectHeld(List<RawConnection> peers)
    {
        peers.ShouldAllBe(peer => !peer.IsEnded);
        peers.ForEach(peer => peer.Dispose());
    }

    private static RawConnection Begin(RawConnection peer, string what) => what switch
    {
        "a field block without its CONTINUATION" => peer.Frame(Http2FrameType.Headers, 0, 1, RequestBlock(UnaryPath)),

        // 16,384 bytes of HEADERS, of which three come.
        "HEADERS by the byte" => peer.Bytes([0, 0x40, 0, 1, FrameFlag.EndHeaders, 0, 0, 0, 1, 0x83, 0x86, 0x84]),

        // A stream of requests, which has no minimum rate.
        _ => peer.Request(1, DuplexPath).Bytes([0, 0x40, 0, 0, 0, 0, 0, 0, 1, 1, 2, 3]),
    };

    private static async Task NeverFinishedAsync(ClockedHost host, string begun, TimeSpan time)
    {
        using var peer = await OpenAsync(host.Address);
        await peer.Bytes(Encoding.Latin1.GetBytes(begun)).FlushAsync();

        await host.PassAsync(time.TotalSeconds - 0.1);
        host.Log.ShouldBeEmpty();
        await host.PassAsync(0.2);

        host.Log.ShouldHaveSingleItem().ShouldContain("no SETTINGS in time");
        await Eventually.HoldsAsync(() => peer.IsEnded, "it is closed");
    }
}
