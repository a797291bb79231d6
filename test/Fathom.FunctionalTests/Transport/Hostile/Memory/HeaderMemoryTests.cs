using Fathom.FunctionalTests.Transport.Frames;
using Fathom.Subjects.Echo;
using Fathom.TestKit;
using Fathom.Transport.Server;
using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;
using static Fathom.FunctionalTests.Transport.Frames.GrpcBytes;
using static Fathom.FunctionalTests.Transport.Frames.RawClient;

namespace Fathom.FunctionalTests.Transport.Hostile.Memory;

/// <summary>What header fields and incomplete input count against the memory of a host: what is allocated for them, once.</summary>
public sealed class HeaderMemoryTests
{
    private const int Limit = 1 << 20;
    private const int FieldBytes = 3_000;

    // The newest entry of the HPACK table.
    private const byte NewestEntry = 0xbe;

    [Fact]
    public async Task A_field_of_the_table_counts_once_however_many_calls_receive_it()
    {
        // Counted for each call, these are 4.8 MB.
        await using var host = Start();
        using var peer = await ConnectAsync(host.Address);
        Begin(peer, 1, Indexed('a'));
        for (var i = 1; i < HeldMemory.Streams; i++)
        {
            Begin(peer, StreamId(i), [.. Enumerable.Repeat(NewestEntry, 8)]);
        }

        await peer.FlushAsync();

        // An eviction may follow the answer to the first PING, but not that to the second.
        await peer.ServedAsync();
        await peer.Ping(1).FlushAsync();
        await Eventually.HoldsAsync(
            () => peer.IsEnded || peer.Frames().Exists(frame => frame.Header.Type == Http2FrameType.Ping && frame.Payload[0] == 1),
            "an answer to a second PING");
        peer.Failure.ShouldBeNull();
    }

    [Fact]
    public async Task Fields_that_have_left_the_table_count_for_as_long_as_their_calls_hold_them()
    {
        // The table has room for one: each call puts the field of the call before out of it. Two bytes for each character.
        await using var host = Start();
        List<RawConnection> peers = [];
        for (var p = 0; p < 3; p++)
        {
            var peer = await ConnectAsync(host.Address);
            peers.Add(peer);
            for (var i = 0; i < HeldMemory.Streams; i++)
            {
                Begin(peer, StreamId(i), Indexed((char)('A' + (i % 60))));
            }

            await peer.FlushAsync();
        }

        await ExpectEvictionAsync(peers);
    }

    [Fact]
    public async Task Field_blocks_that_are_not_finished_count()
    {
        await using var host = Start();
        List<RawConnection> peers = [];
        for (var p = 0; p < 30; p++)
        {
            var peer = await ConnectAsync(host.Address);
            peers.Add(peer);
            peer.Frame(Http2FrameType.Headers, 0, 1, RequestBlock(DuplexPath));
            for (var i = 0; i < 3; i++)
            {
                peer.Frame(Http2FrameType.Continuation, 0, 1, Block(("x", new string('a', 16_000))));
            }

            await peer.FlushAsync();
        }

        await ExpectEvictionAsync(peers);
    }

    [Fact]
    public async Task Frames_that_are_not_finished_count()
    {
        await using var host = Start();
        List<RawConnection> peers = [];
        for (var p = 0; p < 80; p++)
        {
            // 16,384 bytes of DATA, of which all but one come; the host holds 32 KiB for them.
            var peer = await ConnectAsync(host.Address);
            peers.Add(peer);
            await peer.Request(1, DuplexPath).Bytes([0, 0x40, 0, 0, 0, 0, 0, 0, 1]).Bytes(new byte[16_383]).FlushAsync();
        }

        await ExpectEvictionAsync(peers);
    }

    private static NativeHost Start()
    {
        var service = new ServiceBuilder(EchoMethods.Service).DuplexStreaming(EchoMethods.DuplexStream, async (_, _, context) =>
            await Task.Delay(Timeout.Infinite, context.CancellationToken));
        return NativeHost.Start([service.Build()], new NativeHostOptions { MaxBufferedBytes = Limit });
    }

    private static void Begin(RawConnection peer, int id, byte[] more) =>
        peer.Frame(Http2FrameType.Headers, FrameFlag.EndHeaders, id, [.. RequestBlock(DuplexPath), .. more]);

    /// <summary>A field that enters the table.</summary>
    private static byte[] Indexed(char letter) => [0x40, .. Block(("x", new string(letter, FieldBytes))).AsSpan(1)];

    private static async Task ExpectEvictionAsync(List<RawConnection> peers)
    {
        await Eventually.HoldsAsync(() => peers.Exists(peer => peer.Failure is not null), "a connection is evicted");
        var evicted = peers.First(peer => peer.Failure is not null);
        (await evicted.FailureAsync()).ShouldBe((Http2ErrorCode.EnhanceYourCalm, nameof(NativeHostOptions.MaxBufferedBytes)));
        peers.ForEach(peer => peer.Dispose());
    }
}
