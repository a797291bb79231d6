using Fathom.Records.Comparing;
using Fathom.Studies;
using Fathom.Studies.Channels;
using Fathom.Studies.Mediator;
using Fathom.TestKit;

namespace Fathom.Tests.Studies;

/// <summary>The order of a plan, its steps, and its comparisons.</summary>
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
            blocks.ShouldBeUnique();
            blocks.Count().ShouldBe(trial.Policy.Replicates);
            blocks.ShouldAllBe(b => b >= 1 && b <= plan.Trials.Max(t => t.Policy.Replicates));
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
    public void A_plan_without_a_trial_has_neither_its_replicates_nor_its_comparisons_and_says_why()
    {
        var plan = StudyPlanner.Plan(ChannelsStudy.Spec, Profile.Quick, 1);
        var (out1, out2) = (plan.Comparisons[0].Baseline, plan.Comparisons[0].Counterfactual);

        var left = plan.Without(new Dictionary<string, string> { [out1] = "There is no client.", [out2] = "There is no client." });

        left.Trials.Select(t => t.Id).ShouldBe(plan.Trials.Select(t => t.Id).Where(id => id != out1 && id != out2));
        left.Steps.SelectMany(s => s.Replicates).ShouldBe(
            plan.Steps.SelectMany(s => s.Replicates).Where(r => r.Trial != out1 && r.Trial != out2));
        left.Steps.ShouldAllBe(s => s.Replicates.Count > 0);
        left.Comparisons.ShouldNotBeEmpty();
        left.Comparisons.SelectMany(c => new[] { c.Baseline, c.Counterfactual }).Intersect([out1, out2]).ShouldBeEmpty();
        left.LeftOut.ShouldBe(["2 trials are left out. There is no client."]);
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

    public static TheoryData<string, Profile> Studies =>
        [.. from study in StudyCatalog.All from profile in Enum.GetValues<Profile>() select (study.Name, profile)];

    [Theory]
    [MemberData(nameof(Studies))]
    public void No_step_has_two_replicates_of_a_trial_and_a_block_ends_before_the_next(string name, Profile profile)
    {
        var study = StudyCatalog.All.Single(s => s.Name == name);
        for (var seed = 1; seed <= Thorough.Count(5, 20); seed++)
        {
            var plan = StudyPlanner.Plan(study, profile, seed);
            plan.Steps.Where(s => s.Replicates.DistinctBy(r => r.Trial).Count() < s.Replicates.Count
                || s.Replicates.Any(r => r.Block != s.Block)).ShouldBeEmpty($"seed {seed}");
            plan.Steps.Select(s => s.Block).ShouldBeInOrder();
        }
    }

    [Theory]
    [MemberData(nameof(Studies))]
    public void Every_comparison_of_every_study_can_be_decided(string name, Profile profile)
    {
        var plan = StudyPlanner.Plan(StudyCatalog.All.Single(s => s.Name == name), profile, 1);
        var replicates = plan.Trials.ToDictionary(t => t.Id, t => t.Policy.Replicates);
        plan.Comparisons.ShouldNotBeEmpty();
        plan.Comparisons.ShouldAllBe(
            c => DifferenceTest.CanDecide(replicates[c.Baseline], replicates[c.Counterfactual], plan.Comparisons.Count));
    }

    // A trial in the first blocks alone would differ by the drift from one that runs to the end.
    [Fact]
    public void A_trial_with_fewer_replicates_than_there_are_blocks_is_spread_over_the_run()
    {
        var plan = StudyPlanner.Plan(MediatorStudy.Spec, Profile.Full, 1);
        var blocks = plan.Steps.Max(s => s.Block);
        foreach (var trial in plan.Trials)
        {
            var used = plan.Steps.Where(s => s.Replicates.Any(r => r.Trial == trial.Id)).Select(s => s.Block).ToList();
            used[0].ShouldBe(1);
            used[^1].ShouldBe(blocks);
            // Its middle is that of the run, but for rounding.
            used.Average().ShouldBe((1 + blocks) / 2.0, 0.25);
        }
    }

    [Theory]
    [InlineData(4, "has 4 and 4 replicates")]
    [InlineData(3, "has 3 and 3 replicates")]
    public void A_plan_that_cannot_decide_a_comparison_is_refused(int replicates, string said)
    {
        var few = ChannelsStudy.Spec with
        {
            Policy = (profile, levels) => ChannelsStudy.Spec.Policy(profile, levels) with { Replicates = replicates },
        };
        var faults = Should.Throw<PlanException>(() => StudyPlanner.Plan(few, Profile.Quick, 1)).Faults;
        faults.Count.ShouldBe(StudyPlanner.Plan(ChannelsStudy.Spec, Profile.Quick, 1).Comparisons.Count);
        faults.ShouldAllBe(f => f.Contains(said) && f.Contains("plan more replicates"));
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

    private static List<string> Order(int seed) =>
        [.. StudyPlanner.Plan(ChannelsStudy.Spec, Profile.Quick, seed).Steps.SelectMany(s => s.Replicates)
            .Select(r => $"{r.Block} {r.Trial}")];
}
