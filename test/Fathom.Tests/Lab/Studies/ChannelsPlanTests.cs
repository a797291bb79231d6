using Fathom.Lab.Studies;
using Fathom.Lab.Studies.Channels;

namespace Fathom.Tests.Lab.Studies;

/// <summary>Which trials and comparisons the profiles of the study <c>channels</c> have.</summary>
public class ChannelsPlanTests
{
    [Fact]
    public void Quick_is_the_baseline_and_one_other_level_at_a_time()
    {
        var plan = StudyPlanner.Plan(ChannelsStudy.Spec, Profile.Quick, 1);
        var baseline = plan.Trials[0].Levels;
        baseline.ToString()
            .ShouldBe(
            "host=kestrel contract=proto client=httpclient schedule=concurrent channel=new call=blocking min_threads=default "
                + "security=plain calls=500 processors=2 cooperative_blocking=on");
        // What a call costs once all is compiled is asked of calls that wait for nothing: 10,000 that starve would take minutes.
        foreach (var factor in ChannelsStudy.Spec.Factors(Profile.Quick).Where(f => f.Name != "calls"))
        {
            foreach (var level in factor.Levels.Skip(1))
            {
                var changed = baseline.With(level);
                plan.Trials.ShouldContain(t => t.Levels.Equals(changed));
            }
        }
    }

    [Fact]
    public void The_four_stacks_stand_side_by_side_in_quick_and_in_every_way_to_call_in_full()
    {
        Stacks(Profile.Quick, levels => levels["schedule"] == "concurrent" && levels["channel"] == "new" && levels["call"] == "blocking")
            .ShouldBe(1);
        Stacks(Profile.Full, levels => levels["calls"] == "500").ShouldBe(16);

        // How many combinations of the rest are run with every host and contract.
        static int Stacks(Profile profile, Func<FactorLevels, bool> of) => StudyPlanner.Plan(ChannelsStudy.Spec, profile, 1).Trials
            .Select(t => t.Levels).Where(of)
            .GroupBy(l => string.Join(' ', l.Where(x => x.Factor.Name is not ("host" or "contract")))).Count(g => g.Count() == 4);
    }

    [Fact]
    public void The_contract_is_never_compared_along_with_anything_else()
    {
        foreach (var profile in Enum.GetValues<Profile>())
        {
            var plan = StudyPlanner.Plan(ChannelsStudy.Spec, profile, 1);
            foreach (var comparison in plan.Comparisons)
            {
                plan.Trials.First(t => t.Id == comparison.Baseline).Levels["contract"].ShouldBe("proto");
                plan.Trials.First(t => t.Id == comparison.Counterfactual).Levels["contract"].ShouldBe("proto");
            }
        }
    }

    [Fact]
    public void Full_adds_processors_and_the_older_injection_to_what_starves()
    {
        var trials = StudyPlanner.Plan(ChannelsStudy.Spec, Profile.Full, 1).Trials;
        trials.Select(t => t.Levels).ShouldBeUnique();
        trials.Where(t => t.Levels["cooperative_blocking"] == "off").ShouldAllBe(t => t.Levels["call"] == "blocking");
        trials.Select(t => t.Levels["processors"]).Distinct().ShouldBe(["2", "4", "8"], ignoreOrder: true);
    }
}
