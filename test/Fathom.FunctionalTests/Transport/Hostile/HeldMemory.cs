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
    /// <param name="host">The host.</param>
    /// <param name="peers">The connections.</param>
    /// <param name="limit">The limit that they exceed.</param>
    public static async Task ExpectEvictionAsync(
        HostProcess host, List<RawConnection> peers, string limit = nameof(NativeHostOptions.MaxBufferedBytes))
    {
        await Eventually.HoldsAsync(
            () => peers.Exists(peer => peer.Failure is not null), "a connection that holds much is evicted");
        foreach (var peer in peers.Where(peer => peer.Failure is not null))
        {
            (await peer.FailureAsync()).ShouldBe((Http2ErrorCode.EnhanceYourCalm, limit));
        }

        await host.SaysAsync(limit);
        peers.ForEach(peer => peer.Dispose());
    }
}
