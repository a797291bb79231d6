using Fathom.FunctionalTests.Transport.Frames;
using Fathom.TestKit.Calls;
using Fathom.Transport.Server;
using Fathom.Wire.Http2.Framing;
using static Fathom.FunctionalTests.Transport.Frames.GrpcBytes;
using static Fathom.FunctionalTests.Transport.Frames.RawClient;

namespace Fathom.FunctionalTests.Transport.Hostile.Memory;

/// <summary>Windows that have grown, and handlers that stop to read: what a host allows one client to send, it has memory for.</summary>
public sealed class WindowMemoryTests
{
    private const string Path = "/test.Bytes/ClientStreaming";
    private const int MessageSize = 16 * 1024;
    private const int MessagesAtOnce = 16;

    private static readonly byte[] Messages =
        [.. Enumerable.Range(0, MessagesAtOnce).SelectMany(_ => Message(new byte[MessageSize - 5]))];

    [Theory]
    [InlineData(null)]
    [InlineData(9L << 20)]
    public async Task A_client_that_fills_the_windows_it_was_given_is_not_ended_for_it(long? limit)
    {
        var gate = new Gate();
        var service = new ServiceBuilder(BytesMethods.Service).ClientStreaming(BytesMethods.ClientStreaming, async (requests, _) =>
        {
            await foreach (var request in requests)
            {
                await gate.PassAsync();
            }

            return [];
        });

        // Whose clock stands: all comes at once, however much it is.
        await using var host = NativeHost.Start([service.Build()],
            new NativeHostOptions { MaxBufferedBytes = limit, Loop = new ManualLoop().Loop });
        using var peer = await ConnectAsync(host.Address);
        var sender = new WindowedSender(peer);
        await peer.Request(1, Path).Request(3, Path).FlushAsync();
        await GrowAsync(peer, sender);

        gate.Close();
        foreach (var id in new[] { 1, 3 })
        {
            // Until the handler waits, reading gives room again.
            while (peer.Failure is null && (sender.Room(id) > 0 || gate.Waiting == 0))
            {
                await sender.SendAsync(id, Messages[..Math.Clamp(sender.Room(id), 0, Messages.Length)]);
                await peer.ServedAsync();
            }
        }

        await peer.ServedAsync();
        peer.Failure.ShouldBeNull();
    }

    // All that the windows allow comes between each PING and its answer, until the host asks no more: they are as large as they get.
    private static async Task GrowAsync(RawConnection peer, WindowedSender sender)
    {
        for (int answered = 0, quiet = 0; quiet < 32;)
        {
            for (var left = 2 * sender.StreamWindow; left > 0; left -= Messages.Length)
            {
                await sender.SendAsync(1, Messages);
            }

            await peer.ServedAsync();
            var probes = peer.Frames().FindAll(frame => frame.Header.Type == Http2FrameType.Ping && !frame.Header.Has(FrameFlag.Ack));
            quiet = probes.Count > answered ? 0 : quiet + 1;
            for (; answered < probes.Count; answered++)
            {
                await peer.Frame(Http2FrameType.Ping, FrameFlag.Ack, 0, probes[answered].Payload).FlushAsync();
            }
        }
    }

    private sealed class Gate
    {
        private readonly TaskCompletionSource _never = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private volatile bool _closed;
        private int _waiting;

        public int Waiting => Volatile.Read(ref _waiting);

        public void Close() => _closed = true;

        public Task PassAsync()
        {
            if (!_closed)
            {
                return Task.CompletedTask;
            }

            Interlocked.Increment(ref _waiting);
            return _never.Task;
        }
    }
}
