using Fathom.Diagnosis.Causes.ChannelPerCall;
using Fathom.Diagnosis.Causes.MaxConcurrentStreamsQueue;
using Fathom.Diagnosis.Observations;

namespace Fathom.Tests.Diagnosis.Causes.Programs;

public sealed class MaxConcurrentStreamsQueueTests
{
    private static readonly MaxConcurrentStreamsQueueCause Queue = new();

    private static readonly Setting[] Queued =
    [
        WatchQuantities.MaxCallsAtOnce.Is(300), WatchQuantities.QueuedShare.Is(0.6), CallQuantities.Calls.Is(3000),
    ];

    [Fact]
    public void A_connection_for_each_call_is_another_cause()
    {
        Setting[] seen = [.. Queued, CallQuantities.Calls.Is(200), CallQuantities.ConnectionsOpened.Is(200)];
        Queue.Screened(seen).IsSuspected.ShouldBeFalse();
        new ChannelPerCallCause().Screened(seen).IsSuspected.ShouldBeTrue();
    }

    [Fact]
    public void Calls_that_wait_for_slow_connections_wait_for_no_stream() =>
        Queue.Screened([.. Queued, WatchQuantities.SetupShare.Is(0.5)]).Evidence.ShouldBe(
            "connections were being set up 50 % of the time: calls waited for those");
}
