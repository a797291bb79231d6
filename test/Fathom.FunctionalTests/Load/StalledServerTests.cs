using Fathom.FunctionalTests.Transport;
using Fathom.Load.Grpc;
using Fathom.Load.Grpc.Requests;
using Fathom.Load.Pacing;
using Fathom.Load.Plans;
using Fathom.Load.Schedules;
using Fathom.TestKit.Calls;
using Fathom.Transport.Server;

namespace Fathom.FunctionalTests.Load;

/// <summary>A server that stalls for one second: an open loop shows every call that it delayed, a closed loop only those in
/// flight.</summary>
public class StalledServerTests
{
    private const int StallAfter = 500;

    [Fact]
    public async Task An_open_loop_at_1000_calls_per_second_shows_about_1000_delayed_calls()
    {
        var run = await AgainstStallAsync(new LoadPlan
        {
            Rate = RateProfile.Constant(1000),
            Limits = new PlanLimits(3000, null),
        });
        run.Collector.Total.Calls.ShouldBe(3000);
        // Half of them wait 500 ms or longer, evenly spread over the second. A busy machine makes more of them late, never fewer; a
        // generator that waits for the server would show those in flight, 100.
        DelayedBy(run, 10).ShouldBeInRange(960, 2500);
        DelayedBy(run, 500).ShouldBeInRange(470, 2000);
    }

    [Fact]
    public async Task A_closed_loop_shows_only_the_calls_in_flight()
    {
        var run = await AgainstStallAsync(LoadRuns.Calls(3000, concurrency: 10));
        run.Collector.Total.Calls.ShouldBe(3000);
        // Ten; further ones only where the machine itself stands still for half a second.
        DelayedBy(run, 500).ShouldBeInRange(1, 100);
    }

    private static long DelayedBy(GrpcLoadRun run, long milliseconds)
    {
        var latency = run.Collector.Total.Latency;
        return latency.RecordedValues().Where(v => v.ValueIteratedTo >= milliseconds * 1_000_000).Sum(v => v.CountAddedInThisIterationStep);
    }

    private static async Task<GrpcLoadRun> AgainstStallAsync(LoadPlan plan)
    {
        var calls = 0;
        var stall = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var service = new ServiceBuilder(BytesMethods.Service).Unary(BytesMethods.Unary, async (request, context) =>
        {
            var number = Interlocked.Increment(ref calls);
            if (number == StallAfter)
            {
                _ = ReleaseAsync();
            }

            // All calls from here on, until the second is over.
            context.CancellationToken.ThrowIfCancellationRequested();
            await (number >= StallAfter ? stall.Task : Task.CompletedTask);
            return request;
        }).Build();
        await using var host = await Stack.Native.ServeAsync([service]);
        return await LoadRuns.RunAsync(new GrpcLoadTarget
        {
            Address = host.Address,
            Path = BytesMethods.Unary.FullPath,
            Requests = new FixedMessages([new byte[12]], isStreamed: false),
        }, plan);

        async Task ReleaseAsync()
        {
            await Task.Delay(TimeSpan.FromSeconds(1));
            stall.SetResult();
        }
    }
}
