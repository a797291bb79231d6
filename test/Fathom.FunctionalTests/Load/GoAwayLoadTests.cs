using Fathom.FunctionalTests.Transport.Lifecycle;
using Fathom.Load.Pacing;
using Fathom.Load.Plans;
using Fathom.Wire.Http2.Framing;

namespace Fathom.FunctionalTests.Load;

/// <summary>A server that answers the first request of each connection with GOAWAY, and takes no call.</summary>
public sealed class GoAwayLoadTests
{
    [Fact]
    public async Task It_gets_a_second_connection_at_once_and_further_ones_after_longer_and_longer_waits()
    {
        using var server = new FramePeer();
        var connections = 0;
        using var done = new CancellationTokenSource();
        var serving = Task.Run(async () =>
        {
            while (!done.IsCancellationRequested)
            {
                try
                {
                    using var connection = await server.AcceptAsync();
                    Interlocked.Increment(ref connections);
                    await connection.NextRequestAsync();
                    await connection.SendAsync(Http2FrameType.GoAway, 0, 0, new byte[8]);
                }
                catch (Exception e) when (e is IOException or System.Net.Sockets.SocketException or ObjectDisposedException)
                {
                    // The client, or the test, has ended it.
                }
            }
        });

        await LoadRuns.RunAsync(LoadRuns.Echo(server.Address), new LoadPlan
        {
            Concurrency = 1, Limits = new PlanLimits(null, TimeSpan.FromSeconds(3)),
        });

        await done.CancelAsync();
        server.Dispose();
        await serving;

        // At 0 s twice, then after 0.1, 0.2, 0.4, 0.8 and 1.6; without the waits there were hundreds a second.
        connections.ShouldBeInRange(2, 10);
    }
}
