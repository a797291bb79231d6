using Fathom.Lab.Studies;
using Fathom.Lab.Studies.Channels;

namespace Fathom.Tests.Lab.Studies;

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
