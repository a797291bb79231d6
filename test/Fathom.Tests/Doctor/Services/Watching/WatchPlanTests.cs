using Fathom.Doctor.Services.Watching;

namespace Fathom.Tests.Doctor.Services.Watching;

/// <summary>How often calls are made while the server's process is watched: long ones once, since their looks are many.</summary>
public sealed class WatchPlanTests
{
    [Theory]
    [InlineData(5, 3, 20, 1_525)]
    [InlineData(300, 3, 100, 1_900)]
    [InlineData(2_000, 1, 100, 4_200)]
    public void Long_calls_are_made_once(double callsMs, int fewest, double pauseMs, double takesMs)
    {
        var plan = WatchPlan.Of(callsMs);
        (plan.Fewest, plan.Pause.TotalMilliseconds, plan.TakesMs(callsMs)).ShouldBe((fewest, pauseMs, takesMs));
    }
}
