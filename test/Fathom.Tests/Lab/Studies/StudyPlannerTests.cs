using Fathom.Lab.Studies;
using Fathom.Lab.Studies.Channels;

namespace Fathom.Tests.Lab.Studies;

public class StudyPlannerTests
{
    [Fact]
    public void The_same_seed_gives_the_same_plan_and_another_seed_another_order()
    {
        var first = Order(seed: 1);
        Order(seed: 1).ShouldBe(first);
        Order(seed: 2).ShouldNotBe(first);
        Order(seed: 2).Order().ShouldBe(first.Order());
    }

    [Theory]
    [InlineData(Profile.Quick)]
    [InlineData(Profile.Full)]
    public void Every_trial_runs_once_in_each_of_its_blocks(Profile profile)
    {
        var plan = StudyPlanner.Plan(ChannelsStudy.Spec, profile, 3);
        foreach (var trial in plan.Trials)
        {
            var blocks = plan.Steps.SelectMany(s => s.Replicates).Where(r => r.Trial == trial.Id).Select(r => r.Block);
            blocks.Order().ShouldBe(Enumerable.Range(1, trial.Policy.Replicates));
        }

        plan.Steps.Select(s => s.Block).ShouldBeInOrder();
        var all = plan.Steps.SelectMany(s => s.Replicates).ToList();
        all.ConvertAll(r => r.Position).ShouldBe(Enumerable.Range(1, all.Count));
    }

    [Fact]
    public void Only_trials_that_wait_share_a_step()
    {
        var plan = StudyPlanner.Plan(ChannelsStudy.Spec, Profile.Full, 3);
        var waiting = plan.Trials.Where(t => t.Policy.IsIdle).Select(t => t.Id).ToHashSet();
        foreach (var step in plan.Steps.Where(s => s.Replicates.Count > 1))
        {
            step.Replicates.ShouldAllBe(r => waiting.Contains(r.Trial));
            step.Replicates.Count.ShouldBeLessThanOrEqualTo(plan.Study.MaxParallel);
        }

        plan.Steps.ShouldContain(s => s.Replicates.Count > 1);
        plan.Trials.ShouldAllBe(t => t.SideBySide == t.Policy.IsIdle);
    }

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

    [Theory]
    [InlineData(Profile.Quick)]
    [InlineData(Profile.Full)]
    public void Every_comparison_differs_in_exactly_its_factor(Profile profile)
    {
        var plan = StudyPlanner.Plan(ChannelsStudy.Spec, profile, 1);
        plan.Comparisons.Count.ShouldBe(ChannelsStudy.Spec.Comparisons(profile).Count());
        foreach (var comparison in plan.Comparisons)
        {
            var baseline = plan.Trials.First(t => t.Id == comparison.Baseline);
            var counterfactual = plan.Trials.First(t => t.Id == comparison.Counterfactual);
            baseline.Levels.DifferencesFrom(counterfactual.Levels).ShouldBe([comparison.Factor]);
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
        exception.Message.ShouldContain("factor 'call' has no level 'sideways' in this profile; accepted: blocking, async");
        exception.Message.ShouldContain("there is no factor 'colour'; accepted: host, contract");
    }

    [Fact]
    public void A_study_that_contradicts_itself_is_refused()
    {
        var broken = ChannelsStudy.Spec with
        {
            Metrics = [],
            Causes = [],
            Comparisons = p => ChannelsStudy.Spec.Comparisons(p)
                .Append(new("x", ChannelsStudy.Spec.Combinations(p).First(), ChannelsFactors.Blocking, ChannelsMetrics.WallTime)),
        };
        var faults = Should.Throw<PlanException>(() => StudyPlanner.Plan(broken, Profile.Quick, 1)).Faults;
        faults.ShouldContain(f => f.Contains("wants the metric 'wall_ms', which the study does not measure"));
        faults.ShouldContain(f => f.Contains("meant for the cause 'thread-pool-starvation', which the study does not have"));
        faults.ShouldContain(f => f.Contains("changes nothing: call is 'blocking' on both sides"));
    }

    [Fact]
    public void Restrictions_that_leave_nothing_are_refused() =>
        Should.Throw<PlanException>(() => StudyPlanner.Plan(
            ChannelsStudy.Spec, Profile.Quick, 1, Restrict(("call", "async"), ("schedule", "sequential"))))
            .Message.ShouldContain("no combination of profile 'quick' has call=async and schedule=sequential");

    private static List<string> Order(int seed) =>
        [.. StudyPlanner.Plan(ChannelsStudy.Spec, Profile.Quick, seed).Steps.SelectMany(s => s.Replicates)
            .Select(r => $"{r.Block} {r.Trial}")];

    private static Dictionary<string, IReadOnlyList<string>> Restrict(params (string Factor, string Level)[] levels) =>
        levels.ToDictionary(l => l.Factor, l => (IReadOnlyList<string>)[l.Level]);
}
