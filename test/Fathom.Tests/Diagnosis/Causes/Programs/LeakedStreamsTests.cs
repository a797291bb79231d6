using Fathom.Diagnosis.Causes.LeakedStreams;
using Fathom.Diagnosis.Causes.MaxConcurrentStreamsQueue;
using Fathom.Diagnosis.Observations;

namespace Fathom.Tests.Diagnosis.Causes.Programs;

/// <summary>Programs whose calls wait for a stream: because there are many at a time, or because earlier ones never ended.</summary>
public sealed class LeakedStreamsTests
{
    private static readonly MaxConcurrentStreamsQueueCause Queue = new();
    private static readonly LeakedStreamsCause Leak = new();

    private static readonly Setting[] Queued =
    [
        WatchQuantities.MaxCallsAtOnce.Is(300), WatchQuantities.QueuedShare.Is(0.6), CallQuantities.Calls.Is(3000),
    ];

    private static readonly Setting[] Leaked =
        [WatchQuantities.UnendedCalls.Is(95), WatchQuantities.CallsUnderWay.Is(101), WatchQuantities.StuckShare.Is(0.7)];

    [Fact]
    public void Calls_that_wait_while_others_end_are_too_many_at_a_time()
    {
        Queue.Screened(Queued).ShouldSatisfyAllConditions(s => s.IsSuspected.ShouldBeTrue(), s => s.Share.ShouldBe(0.6),
            s => s.Evidence.ShouldBe("up to 300 calls were under way at a time on 1 connections, and waited for a free stream 60 % of "
                + "their time"));
        Leak.Screened(Queued).IsSuspected.ShouldBeFalse();
    }

    [Fact]
    public void Calls_that_never_end_are_leaked_and_hold_up_the_others()
    {
        Leak.Screened(Leaked).ShouldSatisfyAllConditions(s => s.IsSuspected.ShouldBeTrue(), s => s.Share.ShouldBe(0.7),
            s => s.Evidence.ShouldStartWith("95 calls began and did not end, 101 were under way at last;"));
        Queue.Screened(Leaked).IsSuspected.ShouldBeFalse("none of them leaves the queue");
    }

    [Fact]
    public void Subscriptions_that_stay_beside_calls_that_end_are_no_leak()
    {
        Leak.Screened(WatchQuantities.UnendedCalls.Is(0), WatchQuantities.CallsUnderWay.Is(200), WatchQuantities.StuckShare.Is(0.9))
            .IsSuspected.ShouldBeFalse("they were there from the start");
        Leak.Screened([.. Leaked, WatchQuantities.StuckShare.Is(0.02)]).IsSuspected.ShouldBeFalse("nothing waits for them");
    }

    [Fact]
    public void Calls_that_blocked_threads_wait_for_are_not_left_lying()
    {
        Setting[] starved = [.. Leaked, WatchQuantities.StarvedShare.Is(0.94)];
        Leak.Screened([.. starved, ProcessQuantities.PoolThreads.Is(97)]).ShouldSatisfyAllConditions(
            s => s.IsSuspected.ShouldBeFalse(), s => s.Evidence.ShouldContain("the pool has 97, and was short of threads"));
        Leak.Screened([.. starved, ProcessQuantities.PoolThreads.Is(40)]).IsSuspected.ShouldBeTrue("no thread waits for most of them");
        Leak.Screened([.. Leaked, WatchQuantities.StarvedShare.Is(0.1), ProcessQuantities.PoolThreads.Is(97)]).IsSuspected
            .ShouldBeTrue("the pool had threads to end them");
    }
}
