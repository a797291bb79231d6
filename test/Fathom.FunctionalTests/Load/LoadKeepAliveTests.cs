using Fathom.FunctionalTests.Transport.Lifecycle;
using Fathom.Load.Grpc;
using Fathom.Transport.Client;
using Fathom.Wire.Http2.Framing;

namespace Fathom.FunctionalTests.Load;

/// <summary>gRPC doc/keepalive.md, at a run of load.</summary>
public class LoadKeepAliveTests
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    [Fact]
    public async Task A_server_that_does_not_answer_a_PING_loses_its_connection_and_the_calls_on_it()
    {
        using var peer = new FramePeer();
        var run = new GrpcLoadRun(LoadRuns.Echo(peer.Address) with
        {
            Server = new NativeChannelOptions
            {
                Address = peer.Address,
                KeepAliveTime = TimeSpan.FromMilliseconds(10),
                KeepAliveTimeout = TimeSpan.FromMilliseconds(10),
            },
        }, LoadRuns.Calls(1, 1));
        var connecting = run.ConnectAsync(default);
        using var connection = await peer.AcceptAsync();
        (await connecting.WaitAsync(Patience, TestContext.Current.CancellationToken)).ShouldBeNull();

        var running = run.RunAsync(default);
        await connection.NextRequestAsync();
        (await connection.NextAsync(Http2FrameType.Ping)).Payload.Length.ShouldBe(8);
        await running.WaitAsync(Patience, TestContext.Current.CancellationToken);
        run.Collect();

        run.Outcomes().ShouldBe(new() { ["UNAVAILABLE"] = 1 });
        run.Failures.OfType<string>().ShouldHaveSingleItem().ShouldContain("no answer to a keepalive PING in time");
    }
}
