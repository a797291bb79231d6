using Fathom.FunctionalTests.Transport.Frames;
using Fathom.TestKit;
using Fathom.Transport.Server;
using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;
using static Fathom.FunctionalTests.Transport.Frames.GrpcBytes;
using static Fathom.FunctionalTests.Transport.Frames.RawClient;

namespace Fathom.FunctionalTests.Transport.Hostile;

/// <summary>Clients that begin and never finish.</summary>
public static class SlownessTests
{
    private const int Many = 100;

    public sealed class Prefaces
    {
        [Theory]
        [InlineData("")]
        [InlineData("PRI * HTTP/2.0\r\n")]
        [InlineData("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")]
        public Task A_preface_that_is_never_finished_ends_the_connection(string begun) =>
            Siege.RunAsync(host => NeverFinishedAsync(host, begun));
    }

    public sealed class Handshakes
    {
        [Fact]
        public async Task A_TLS_handshake_that_is_never_finished_ends_the_connection()
        {
            await using var host = await HostProcess.StartAsync("--tls");

            // A record that says handshake, and a part of it.
            await NeverFinishedAsync(host, "\u0016\u0003\u0001\u0001\u0000\u0001");

            host.PeakResidentBytes.ShouldBeLessThan(Siege.MostResidentBytes);
        }
    }

    public sealed class Frames
    {
        [Theory]
        [InlineData("a field block without its CONTINUATION")]
        [InlineData("HEADERS by the byte")]
        [InlineData("DATA that stops in the middle")]
        public Task A_frame_or_field_block_that_is_never_finished_ends_the_connection_with_ENHANCE_YOUR_CALM(string what) =>
            Siege.RunAsync(async host =>
        {
            List<RawConnection> peers = [];
            for (var i = 0; i < Many; i++)
            {
                peers.Add(await ConnectAsync(host.Address));
                await Begin(peers[i], what).FlushAsync();
            }

            var next = 0;
            await Eventually.HoldsAsync(
                () =>
                {
                    if (what == "HEADERS by the byte")
                    {
                        // One more byte of the frame, each time another peer's.
                        _ = peers[next++ % Many].Bytes([0]).FlushAsync();
                    }

                    return peers.TrueForAll(peer => peer.Failure is not null);
                },
                "each is ended");

            foreach (var peer in peers)
            {
                (await peer.FailureAsync()).ShouldBe((Http2ErrorCode.EnhanceYourCalm, nameof(NativeHostOptions.FrameTimeout)));
                peer.Dispose();
            }
        });

        private static RawConnection Begin(RawConnection peer, string what) => what switch
        {
            "a field block without its CONTINUATION" => peer.Frame(Http2FrameType.Headers, 0, 1, RequestBlock(UnaryPath)),

            // 16,384 bytes of HEADERS, of which three come.
            "HEADERS by the byte" => peer.Bytes([0, 0x40, 0, 1, FrameFlag.EndHeaders, 0, 0, 0, 1, 0x83, 0x86, 0x84]),
            // A stream of requests, which has no minimum rate.
            _ => peer.Request(1, DuplexPath).Bytes([0, 0x40, 0, 0, 0, 0, 0, 0, 1, 1, 2, 3]),
        };
    }

    private static async Task NeverFinishedAsync(HostProcess host, string begun)
    {
        List<RawConnection> peers = [];
        for (var i = 0; i < Many; i++)
        {
            peers.Add(await OpenAsync(host.Address));
            await peers[i].Bytes(System.Text.Encoding.Latin1.GetBytes(begun)).FlushAsync();
        }

        await Eventually.HoldsAsync(() => peers.TrueForAll(peer => peer.IsEnded), "each is closed");
        await host.SaysAsync("no SETTINGS in time");
        peers.ForEach(peer => peer.Dispose());
    }
}
