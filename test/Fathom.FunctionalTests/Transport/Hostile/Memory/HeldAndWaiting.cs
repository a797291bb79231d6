using Fathom.FunctionalTests.Transport.Frames;
using Fathom.Subjects.Echo;
using Fathom.TestKit;
using Fathom.Transport.Server;
using Fathom.Wire.Http2;
using static Fathom.FunctionalTests.Transport.Frames.GrpcBytes;
using static Fathom.FunctionalTests.Transport.Frames.RawClient;

namespace Fathom.FunctionalTests.Transport.Hostile.Memory;

/// <summary>
/// A host in this process with a limit of what it holds, a client whose requests nobody reads, and some that hold little, so that the first
/// holds at least the average. Owned by a test.
/// </summary>
internal sealed class HeldAndWaiting : IAsyncDisposable
{
    /// <summary>What the host may hold: more than one message, and less than one beside the waiting client.</summary>
    public const int Limit = 5 << 20;

    // The host holds a power of two for each: 1 MiB and 512 KiB.
    private const int FirstBytes = 700_000;
    private const int SecondBytes = 300_000;
    private const int LittleBytes = 40_000;

    private readonly List<RawConnection> _little = [];

    private HeldAndWaiting(NativeHost host, RawConnection waiting) => (Host, Waiting) = (host, waiting);

    public NativeHost Host { get; }

    /// <summary>The client that holds memory and waits.</summary>
    public RawConnection Waiting { get; }

    public static async Task<HeldAndWaiting> StartAsync()
    {
        var service = new ServiceBuilder(EchoMethods.Service)
            .Unary(EchoMethods.Unary, (_, _) => new(new EchoReply()))
            .DuplexStreaming(EchoMethods.DuplexStream, async (_, _, context) =>
                await Task.Delay(Timeout.Infinite, context.CancellationToken));
        var host = NativeHost.Start([service.Build()], new NativeHostOptions { MaxBufferedBytes = Limit });
        var held = new HeldAndWaiting(host, await ConnectAsync(host.Address));
        await held.Waiting.Request(1, DuplexPath).Data(1, new byte[FirstBytes]).FlushAsync();
        await held.Waiting.Request(3, DuplexPath).Data(3, new byte[SecondBytes]).FlushAsync();
        await held.Waiting.ServedAsync();
        for (var i = 0; i < 3; i++)
        {
            held._little.Add(await ConnectAsync(host.Address));
            await held._little[i].Request(1, DuplexPath).Data(1, new byte[LittleBytes]).FlushAsync();
            await held._little[i].ServedAsync();
        }

        return held;
    }

    /// <summary>Waits until the waiting client is ended, and no other.</summary>
    public async Task ExpectOnlyWaitingEndsAsync(RawConnection other)
    {
        await Eventually.HoldsAsync(() => Waiting.Failure is not null || other.Failure is not null, "one is ended");
        other.Failure.ShouldBeNull("the one that makes progress is ended");
        (await Waiting.FailureAsync()).ShouldBe((Http2ErrorCode.EnhanceYourCalm, nameof(NativeHostOptions.MaxBufferedBytes)));
        foreach (var peer in _little)
        {
            await peer.ServedAsync();
        }
    }

    public async ValueTask DisposeAsync()
    {
        Waiting.Dispose();
        _little.ForEach(peer => peer.Dispose());
        await Host.DisposeAsync();
    }
}
