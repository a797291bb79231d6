using Fathom.FunctionalTests.Transport.Frames;
using Fathom.Subjects.Echo;
using Fathom.TestKit;
using Fathom.Transport.Client;
using Fathom.Transport.Server;
using Fathom.Wire.Http2.Framing;
using System.Globalization;
using static Fathom.FunctionalTests.Transport.Frames.GrpcBytes;
using static Fathom.FunctionalTests.Transport.Frames.RawClient;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport.Hostile.Memory;

/// <summary>Clients that send a part of a message and no more, until the host holds as much as it may: they are ended for it, and not the
/// client whose messages move.</summary>
public sealed class EvictionTests
{
    private const int Uploads = 5;
    private const int UploadBytes = 500_000;

    [Theory]
    [InlineData(24 << 20, 377, 8_200, 80_000)]
    [InlineData(24 << 20, 377, 8_200, 4_000_000)]
    [InlineData(2 << 20, 100, 20_000, 4_000_000)]
    [InlineData(2 << 20, 30, 120_000, 4_000_000)]
    public async Task Uploads_beside_clients_that_hold_memory_and_wait_are_served(long limit, int holders, int sent, int announced)
    {
        await using var host = NativeHost.Start([new EchoService().Definition()], new NativeHostOptions { MaxBufferedBytes = limit });
        await using var witness = await Witness.StartAsync(host.Address);
        using var honest = new NativeChannel(new ChannelOptions { Address = host.Address });
        (await honest.UnaryAsync(EchoMethods.Unary, Request("before"), Within(60))).Text().ShouldBe("before");
        List<RawConnection> peers = [];
        for (var i = 0; i < holders; i++)
        {
            var peer = await ConnectAsync(host.Address);
            peers.Add(peer);
            await peer.Request(1, UnaryPath).Data(1, Message(new byte[sent], announced)).ReadByPeerAsync();
        }

        for (var i = 0; i < Uploads; i++)
        {
            (await honest.UnaryAsync(EchoMethods.Unary, Request(UploadBytes), Within(60))).Payload.Length.ShouldBe(UploadBytes);
        }

        honest.ConnectionsOpened.ShouldBe(1, "the connection whose messages move is never ended");
        await witness.ServedAsync();
        peers.ForEach(peer => peer.Dispose());
    }

    [Fact]
    public async Task What_is_announced_gets_no_memory_before_it_is_sent()
    {
        // 18 KiB each, and at an eighth of what they announce 66.
        await using var host = NativeHost.Start([new EchoService().Definition()], new NativeHostOptions { MaxBufferedBytes = 2 << 20 });
        await using var witness = await Witness.StartAsync(host.Address);
        List<RawConnection> peers = [];
        for (var i = 0; i < 60; i++)
        {
            var peer = await ConnectAsync(host.Address);
            peers.Add(peer);
            await peer.Request(1, UnaryPath).Data(1, Message(new byte[8_000], 4_000_000)).FlushAsync();
        }

        foreach (var peer in peers)
        {
            await peer.ServedAsync();
            peer.Failure.ShouldBeNull();
        }

        await witness.ServedAsync();
        peers.ForEach(peer => peer.Dispose());
    }

    [Fact]
    public Task What_evicted_connections_hold_is_freed_with_them() => Siege.RunAsync(
        async host =>
        {
            // 103 to 124 MB, of which 60 without connections; 188 MB where what was evicted is freed a second later.
            await FillTablesAsync(host, SecurityPage.Number("1,000 connections with full header tables"));
            host.PeakResidentBytes.ShouldBeLessThan(SecurityPage.Bytes("150 MB"));
        },
        "--max-held", SecurityPage.Bytes("8 MiB, leave").ToString(CultureInfo.InvariantCulture));

    [Fact]
    public Task A_heap_of_64_MiB_is_enough_for_500_connections_with_full_tables() =>
        Siege.RunInHeapAsync(64, host => FillTablesAsync(host, connections: 500));

    // Each makes the host keep 32 fields as text, twice their 3,900 bytes: 250 KB.
    private static async Task FillTablesAsync(HostProcess host, int connections)
    {
        List<RawConnection> peers = [];
        for (var p = 0; p < connections; p++)
        {
            var peer = await ConnectAsync(host.Address);
            peers.Add(peer);
            for (var i = 0; i < 32; i++)
            {
                peer.Frame(Http2FrameType.Headers, FrameFlag.EndHeaders | FrameFlag.EndStream, StreamId(i),
                    [.. RequestBlock("/no/Method"), 0x40, .. Block(("x", new string((char)('A' + i), 3_900))).AsSpan(1)]);
            }

            await peer.FlushAsync();
        }

        await HeldMemory.ExpectEvictionAsync(host, peers);
    }
}
