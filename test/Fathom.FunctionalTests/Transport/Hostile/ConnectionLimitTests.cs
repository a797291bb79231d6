using Fathom.FunctionalTests.Transport.Frames;
using Fathom.TestKit;
using static Fathom.FunctionalTests.Transport.Frames.RawClient;

namespace Fathom.FunctionalTests.Transport.Hostile;

/// <summary>The number of connections that a host accepts.</summary>
public sealed class ConnectionLimitTests
{
    [Fact]
    public Task Connections_beyond_those_allowed_are_closed_at_once() => Siege.RunAsync(
        async host =>
        {
            // One is the witness's.
            List<RawConnection> held = [];
            for (var i = 0; i < 49; i++)
            {
                held.Add(await ConnectAsync(host.Address));
                await held[i].ServedAsync();
            }

            for (var i = 0; i < 500; i++)
            {
                using var refused = await ConnectAsync(host.Address);
                await Eventually.HoldsAsync(() => refused.IsEnded, "the connection is closed");
                refused.Frames().ShouldBeEmpty();
            }

            foreach (var peer in held)
            {
                await peer.ServedAsync();
                peer.Dispose();
            }
        },
        "--max-connections", "50");
}
