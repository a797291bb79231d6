using Fathom.FunctionalTests.Transport;
using Fathom.Load.Grpc;
using Fathom.Load.Grpc.Requests;
using Fathom.Load.Pacing;
using Fathom.Load.Plans;
using Fathom.Load.Schedules;
using Fathom.TestKit.Calls;
using Fathom.Transport.Server;

namespace Fathom.FunctionalTests.Load;

/// <summary>A server that stalls until it holds as many calls as its client sends: an open loop shows every call that it delayed, those
/// that could not be sent too; a closed loop waits with those in flight.</summary>
public class StalledServerTests
{
    private const int StallAfter = 100;
    private const int Total = 600;

    [Fact]
    public async Task An_open_loop_shows_each_delayed_call_from_when_it_was_due()
    {
        // A connection has 100 calls at a time: the others, one a millisecond, wait for them.
        var stall = TimeSpan.FromMilliseconds(200);
        var (run, inFlight) = await AgainstStallAsync(100, stall, new LoadPlan
        {
            Rate = RateProfile.Constant(1000),
            Limits = new PlanLimits(Total, null),
        });
        run.Outcomes().ShouldBe(new() { ["OK"] = Total });
        inFlight.ShouldBe(100);
        // Those in flight, and those that were due in the first half of the stall. Buckets are 1 % wide. A busy machine makes more late.
        DelayedBy(run, stall / 2).ShouldBeGreaterThanOrEqualTo(195);
    }

    [Fact]
    public async Task A_closed_loop_waits_with_the_calls_in_flight()
    {
        var (run, inFlight) = await AgainstStallAsync(10, TimeSpan.Zero, LoadRuns.Calls(Total, concurrency: 10));
        run.Outcomes().ShouldBe(new() { ["OK"] = Total });
        inFlight.ShouldBe(10);
    }

    private static long DelayedBy(GrpcLoadRun run, TimeSpan least)
    {
        var latency = run.Collector.Total.Latency;
        return latency.RecordedValues().Where(v => v.ValueIteratedTo >= least.TotalNanoseconds).Sum(v => v.CountAddedInThisIterationStep);
    }

    // The run, and the most calls that the server held at once. It stalls until it holds so many, and so much longer.
    private static async Task<(GrpcLoadRun Run, int InFlight)> AgainstStallAsync(int held, TimeSpan longer, LoadPlan plan)
    {
        var (calls, now, most) = (0, 0, 0);
        var stall = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var service = new ServiceBuilder(BytesMethods.Service).Unary(BytesMethods.Unary, async (request, _) =>
        {
            var number = Interlocked.Increment(ref calls);
            var inFlight = Interlocked.Increment(ref now);
            lock (stall)
            {
                most = Math.Max(most, inFlight);
            }

            if (number >= StallAfter)
            {
                if (inFlight == held)
                {
                    await Task.Delay(longer);
                    stall.TrySetResult();
                }

                await stall.Task;
            }

            Interlocked.Decrement(ref now);
            return request;
        }).Build();
        await using var host = await Stack.Native.ServeAsync([service]);
        var run = await LoadRuns.RunAsync(new GrpcLoadTarget
        {
            Server = new() { Address = host.Address },
            Path = BytesMethods.Unary.FullPath,
            Requests = new FixedMessages([new byte[12]], isStreamed: false),
        }, plan);
        return (run, most);
    }
}
