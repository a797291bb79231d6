using Fathom.Studies;
using Fathom.Studies.Channels;

namespace Fathom.Tests.Studies;

/// <summary>Plans restricted to some levels, and the restrictions that are refused.</summary>
public class PlanRestrictionTests
{
    [Fact]
    public void Restrictions_keep_the_trials_that_have_the_levels()
    {
        var plan = StudyPlanner.Plan(ChannelsStudy.Spec, Profile.Quick, 1, Restrict(("call", "blocking"), ("schedule", "sequential")));
        plan.Trials.ShouldAllBe(t => t.Levels["call"] == "blocking" && t.Levels["schedule"] == "sequential");
        plan.Comparisons.ShouldAllBe(c => c.Cause == "channel-per-call");
    }

    [Fact]
    public void Every_fault_is_named_at_once()
    {
        var exception = Should.Throw<PlanException>(() =>
            StudyPlanner.Plan(ChannelsStudy.Spec, Profile.Quick, 1, Restrict(("call", "sideways"), ("colour", "red"))));
        exception.Faults.Count.ShouldBe(2);
        exception.Message.ShouldContain("factor 'call' has no level 'sideways' in this profile; accepted: blocking, get-result, async");
        exception.Message.ShouldContain("there is no factor 'colour'; accepted: host, contract");
    }

    [Fact]
    public void Restrictions_that_leave_nothing_are_refused() =>
        Should.Throw<PlanException>(() => StudyPlanner.Plan(
            ChannelsStudy.Spec, Profile.Quick, 1, Restrict(("call", "async"), ("schedule", "sequential"))))
            .Message.ShouldContain("no combination of profile 'quick' has call=async and schedule=sequential");

    private static Dictionary<string, IReadOnlyList<string>> Restrict(params (string Factor, string Level)[] levels) =>
        levels.ToDictionary(l => l.Factor, l => (IReadOnlyList<string>)[l.Level]);
}
