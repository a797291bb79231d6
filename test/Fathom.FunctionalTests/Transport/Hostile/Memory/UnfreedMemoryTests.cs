using Fathom.FunctionalTests.Transport.Frames;
using Fathom.Subjects.Echo;
using Fathom.TestKit;
using Fathom.Transport.Server;
using Fathom.Wire.Http2;
using static Fathom.FunctionalTests.Transport.Frames.GrpcBytes;
using static Fathom.FunctionalTests.Transport.Frames.RawClient;

namespace Fathom.FunctionalTests.Transport.Hostile.Memory;

/// <summary>Handlers that do not end when they are cancelled hold their messages after their connection was evicted.</summary>
public sealed class UnfreedMemoryTests : IAsyncDisposable
{
    private const int Limit = 1 << 20;
    private const int MessageBytes = 300_000;

    private readonly TaskCompletionSource _release = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly List<RawConnection> _peers = [];
    private readonly NativeHost _host;
    private int _read;

    public UnfreedMemoryTests()
    {
        var service = new ServiceBuilder(EchoMethods.Service).DuplexStreaming(EchoMethods.DuplexStream, async (requests, _, _) =>
        {
            await foreach (var request in requests)
            {
                Interlocked.Increment(ref _read);
                await _release.Task;
                GC.KeepAlive(request);
            }
        }).Unary(EchoMethods.Unary, (request, _) => new(new EchoReply { Payload = request.Payload }));
        _host = NativeHost.Start([service.Build()], new NativeHostOptions { MaxHandledBytes = Limit });
    }

    [Fact]
    public async Task It_has_room_for_the_limit_once_more_and_then_everyone_who_holds_memory_goes()
    {
        await using var witness = await Witness.StartAsync(_host.Address);
        await ExpectEvictionAsync(await HoldAsync(4));

        // Less than the limit beside what is not freed.
        var little = await HoldAsync(1);
        await little.ServedAsync();
        little.Failure.ShouldBeNull();

        var much = await HoldAsync(3);
        await ExpectEvictionAsync(little);
        await ExpectEvictionAsync(much);

        _release.SetResult();
        await Eventually.HoldsAsync(async () => await HoldAsync(1) is { Failure: null, IsEnded: false }, "there is room again");
        await witness.ServedAsync();
    }

    public ValueTask DisposeAsync()
    {
        _peers.ForEach(peer => peer.Dispose());
        return _host.DisposeAsync();
    }

    private async Task<RawConnection> HoldAsync(int messages)
    {
        var wanted = Volatile.Read(ref _read) + messages;
        var peer = await ConnectAsync(_host.Address);
        _peers.Add(peer);
        for (var i = 0; i < messages; i++)
        {
            // Field payload (1).
            await peer.Request(StreamId(i), DuplexPath)
                .Data(StreamId(i), Message([0x0a, .. Varint(MessageBytes), .. new byte[MessageBytes]])).FlushAsync();
            await Eventually.HoldsAsync(() => Volatile.Read(ref _read) >= wanted - messages + i + 1 || peer.IsEnded, "a handler has it");
        }

        return peer;
    }

    private static async Task ExpectEvictionAsync(RawConnection peer) =>
        (await peer.FailureAsync()).ShouldBe((Http2ErrorCode.EnhanceYourCalm, nameof(NativeHostOptions.MaxHandledBytes)));
}
