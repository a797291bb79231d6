using System.Net;
using System.Net.Sockets;
using Fathom.FunctionalTests.Transport.Frames;
using Fathom.Subjects.Echo;
using Fathom.TestKit;
using Fathom.Transport.Server;
using Fathom.Wire.Http2.Framing;
using static Fathom.FunctionalTests.Transport.Frames.GrpcBytes;

namespace Fathom.FunctionalTests.Transport.Hostile.Memory;

/// <summary>Memory of connections that their host does not count: the connection, its HPACK tables, streams that have ended and are kept
/// for the next calls, and what is below the step in which a connection reports.</summary>
[Collection(Alone.Name)]
public sealed class UncountedMemoryTests
{
    private const int Connections = 200;
    private const int ReadBytes = 1 << 20;

    // Bytes of a connection.
    private const long MaxDifference = 3 << 10;

    // Per connection: 7 KB without a call, 20 KB with a hundred streams that have ended, 27 KB with fields that fill its tables as well.
    [Theory]
    [InlineData(0, 0)]
    [InlineData(HeldMemory.Streams, 0)]
    [InlineData(HeldMemory.Streams, 150)]
    [InlineData(HeldMemory.Streams, 204)]
    [InlineData(HeldMemory.Streams, 3_900)]
    public async Task A_connection_with_full_tables_whose_streams_have_ended_holds_little_that_is_not_counted(int streams, int fieldBytes)
    {
        await using var host = NativeHost.Start([new EchoService().Definition()], new NativeHostOptions { MaxBufferedBytes = 1L << 40 });
        var buffer = new byte[ReadBytes];
        (await OpenAsync(host.Address, streams, fieldBytes, buffer)).Dispose();
        await Eventually.HoldsAsync(() => host.ConnectionCount == 0, "the first one is over");
        // Tests before this one leave memory that is freed at any time, pools' once in a minute or so: what connections take is what they
        // give back.
        var (opened, closed) = (0L, 0L);
        await Eventually.HoldsAsync(
            async () =>
            {
                (opened, closed) = await MeasureAsync(host, streams, fieldBytes, buffer);
                TestContext.Current.TestOutputHelper!.WriteLine($"{opened} bytes where they opened, {closed} where they closed");
                return Math.Abs(opened - closed) <= MaxDifference;
            },
            "they give back what they took");
        Math.Max(opened, closed).ShouldBeInRange(1_000, SecurityPage.Bytes("32 KiB of each connection"));
    }

    // Of each connection, what is not counted: by how much memory grows as they open, and by how much it shrinks as they close.
    private static async Task<(long Opened, long Closed)> MeasureAsync(NativeHost host, int streams, int fieldBytes, byte[] buffer)
    {
        var before = Uncounted(host);
        List<Socket> peers = [];
        for (var i = 0; i < Connections; i++)
        {
            peers.Add(await OpenAsync(host.Address, streams, fieldBytes, buffer));
        }

        var held = Uncounted(host);
        peers.ForEach(peer => peer.Dispose());
        peers.Clear();
        await Eventually.HoldsAsync(() => host.ConnectionCount == 0, "all are over");
        return ((held - before) / Connections, (held - Uncounted(host)) / Connections);
    }

    private static long Uncounted(NativeHost host)
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        return GC.GetTotalMemory(forceFullCollection: true) - host.ReceiveQuota.Total;
    }

    // All streams at once, each with a field that enters the table; then their ends.
    private static async Task<Socket> OpenAsync(Uri host, int streams, int fieldBytes, byte[] buffer)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        await socket.ConnectAsync(IPAddress.Loopback, host.Port);
        var peer = new RawConnection(socket, reads: false);
        peer.Bytes(ConnectionPreface.Bytes).Settings().Frame(Http2FrameType.Settings, FrameFlag.Ack, 0);
        for (var i = 0; i < streams; i++)
        {
            byte[] field = fieldBytes == 0 ? [] : [0x40, .. Block(($"x{i:00}", new string('a', fieldBytes))).AsSpan(1)];
            peer.Frame(Http2FrameType.Headers, FrameFlag.EndHeaders, StreamId(i), [.. RequestBlock(DuplexPath), .. field]);
        }

        for (var i = 0; i < streams; i++)
        {
            peer.Data(StreamId(i), [], endStream: true);
        }

        await peer.FlushAsync();
        var received = new ReceivedFrames(0);
        while (received.ToList().Count(frame => frame.Header is { Type: Http2FrameType.Headers } header && header.Has(FrameFlag.EndStream))
            < streams || !received.ToList().Exists(frame => frame.Header is { Type: Http2FrameType.Settings } header
                && header.Has(FrameFlag.Ack)))
        {
            received.Take(buffer.AsSpan(0, await socket.ReceiveAsync(buffer)));
        }

        // A socket keeps what it sent last.
        await peer.Ping(1).FlushAsync();
        return socket;
    }
}
