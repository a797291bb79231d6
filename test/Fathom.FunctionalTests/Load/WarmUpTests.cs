using Fathom.FunctionalTests.Transport;
using Fathom.Load.Pacing;
using Fathom.Load.Plans;
using Fathom.Load.Schedules;

namespace Fathom.FunctionalTests.Load;

/// <summary>The warm-up is in no figure, and its time is in no rate.</summary>
public class WarmUpTests
{
    [Fact]
    public async Task The_rate_asked_for_is_the_rate_after_the_warm_up()
    {
        await using var host = await Stack.Native.StartAsync();
        var run = await LoadRuns.RunAsync(LoadRuns.Echo(host.Address), new LoadPlan
        {
            Rate = RateProfile.Constant(500),
            Limits = new PlanLimits(300, null, WarmUp: 200),
        });
        (run.Collector.Total.Calls, run.WarmUp.Calls).ShouldBe((100, 200));
        run.Generator.Seconds.ShouldBeGreaterThan(0.59);
        // Longer only where the last calls were answered late.
        run.Generator.CountedSeconds.ShouldBe(run.Generator.Seconds - 0.4, 0.001);
    }
}
