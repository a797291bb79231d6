using Fathom.FunctionalTests.Transport.Frames;
using Fathom.TestKit;
using Fathom.Transport.Server;
using Fathom.Wire.Http2;
using static Fathom.FunctionalTests.Transport.Frames.GrpcBytes;

namespace Fathom.FunctionalTests.Transport.Hostile;

/// <summary>Connections that make a host hold memory, and their end.</summary>
internal static class HeldMemory
{
    /// <summary>Streams that a connection opens.</summary>
    public const int Streams = 100;

    /// <summary>Begins something on each stream of a connection, until the host takes no more.</summary>
    public static async Task OnEveryStreamAsync(RawConnection peer, Action<int> begin)
    {
        for (var i = 0; i < Streams; i++)
        {
            begin(StreamId(i));
            if (!await peer.FlushAsync())
            {
                return;
            }
        }
    }

    /// <summary>Waits until the host ends at least one of the connections because they hold too much.</summary>
    public static async Task ExpectEvictionAsync(HostProcess host, List<RawConnection> peers)
    {
        await Eventually.HoldsAsync(
            () => peers.Exists(peer => peer.Failure is not null), "a connection that holds much is evicted");
        foreach (var peer in peers.Where(peer => peer.Failure is not null))
        {
            (await peer.FailureAsync()).ShouldBe((Http2ErrorCode.EnhanceYourCalm, nameof(NativeHostOptions.MaxBufferedBytes)));
        }

        await host.SaysAsync(nameof(NativeHostOptions.MaxBufferedBytes));
        peers.ForEach(peer => peer.Dispose());
    }
}
