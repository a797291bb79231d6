using Fathom.FunctionalTests.Transport.Frames;
using Fathom.Subjects.Echo;
using Fathom.Subjects.Hosts;
using Fathom.TestKit;
using Fathom.TestKit.Tls;
using Fathom.Transport.Client;
using Fathom.Transport.Server;
using static Fathom.FunctionalTests.Transport.Frames.GrpcBytes;
using static Fathom.FunctionalTests.Transport.Frames.RawClient;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport.Hostile;

/// <summary>Clients that keep the only event loop of a host busy, and a client beside them: its calls do not wait for the others' work. How
/// long it waits is measured in bench/Fathom.Bench, command <c>witness</c>.</summary>
public sealed class BusyLoopTests
{
    [Theory]
    [InlineData(HandlerScheduling.EventLoop)]
    [InlineData(HandlerScheduling.ThreadPool)]
    public async Task Of_a_huge_response_to_a_client_with_huge_windows_a_part_is_sent_in_a_turn_of_the_loop(HandlerScheduling handlers)
    {
        // Fields repeat (4) and reply_size (7). On two streams, whose output the loop sends for all handlers (OutputPump).
        const int Streams = 2;
        const int Replies = 2;
        const int ReplyBytes = 30_000_000;
        var mostInATurn = SecurityPage.Bytes("512 KiB of output");
        var loop = new ManualLoop();
        await using var host = NativeHost.Start([new EchoService().Definition()], new NativeHostOptions
        {
            Handlers = handlers,
            Loop = loop.Loop,
            MaxBufferedBytes = 1 << 30,
        });
        using var channel = new NativeChannel(new ChannelOptions { Address = host.Address });
        using var peer = await ConnectAsync(host.Address, streamWindow: int.MaxValue);
        await peer.WindowUpdate(0, 0x7fff_0000 - 65_535).ServedAsync();
        var before = loop.Turns;
        for (var i = 0; i < Streams; i++)
        {
            await peer.Request(StreamId(i), ServerStreamPath)
                .Data(StreamId(i), Message([0x20, .. Varint(Replies), 0x38, .. Varint(ReplyBytes)]), endStream: true).FlushAsync();
        }

        for (var i = 0; i < Streams; i++)
        {
            (await peer.ResponseAsync(StreamId(i))).Count.ShouldBe(2);
        }

        peer.DataBytes.ShouldBeGreaterThan((long)Streams * Replies * ReplyBytes);
        (loop.Turns - before).ShouldBeGreaterThan(peer.DataBytes / mostInATurn);
        await channel.UnaryAsync(EchoMethods.Unary, Request("x"), Within(60));
    }

    [Fact]
    public async Task Many_TLS_handshakes_at_once_do_not_hold_up_calls()
    {
        const int Handshakes = 100;
        const int Calls = 20;
        using var certificate = EphemeralCertificate.Create();
        using var held = new HeldHandshakes(certificate);
        await using var host = NativeHost.Start([new EchoService().Definition()], new NativeHostOptions
        {
            Loop = new ManualLoop().Loop,
            Tls = held.Host,
        });
        using var channel = new NativeChannel(new ChannelOptions { Address = host.Address, Tls = held.Channel });
        held.Allow(1);
        await channel.UnaryAsync(EchoMethods.Unary, Request("connect first"), Within(60));
        using var flood = new HandshakeFlood();
        try
        {
            await flood.StartAsync(host.Address, Handshakes);
            await Eventually.HoldsAsync(() => held.Begun > 1, "the handshakes begin");
            for (var i = 0; i < Calls; i++)
            {
                await channel.UnaryAsync(EchoMethods.Unary, Request("x"), Within(60));
            }

            flood.Answered.ShouldBe(0);
        }
        finally
        {
            held.Allow();
        }

        await Eventually.HoldsAsync(() => flood.Answered == Handshakes, "every handshake is answered");
    }
}
