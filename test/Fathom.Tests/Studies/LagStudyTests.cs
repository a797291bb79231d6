using Fathom.Studies;
using Fathom.Studies.Lag;
using Fathom.Link.Plans;

namespace Fathom.Tests.Studies;

public class LagStudyTests
{
    [Theory]
    [InlineData(Profile.Quick)]
    [InlineData(Profile.Full)]
    public void Every_link_can_be_made_and_is_the_trial_s(Profile profile)
    {
        var plan = StudyPlanner.Plan(LagStudy.Spec, profile, 1);
        foreach (var trial in plan.Trials)
        {
            if (trial.Levels["delay"] == "none")
            {
                trial.Setup.Link.ShouldBeNull();
                trial.Policy.IsIdle.ShouldBeFalse("processors work on loopback");
                continue;
            }

            var link = LinkPlan.Create(trial.Setup.Link.ShouldNotBeNull());
            link.Up.ShouldBe(link.Down);
            (link.Up.Delay, link.Up.Loss.MeanLossRate, link.Mtu, link.Congestion)
                .ShouldBe((profile == Profile.Full ? 250_000_000 : 25_000_000, trial.Levels["loss"] == "2%" ? 0.02 : 0,
                    int.Parse(trial.Levels["mtu"], null), "reno"));
            trial.SideBySide.ShouldBeTrue();
        }
    }

    [Fact]
    public void Every_trial_s_link_loses_packets_of_its_own_and_the_same_plan_the_same()
    {
        long[] Seeds(int seed) => [.. StudyPlanner.Plan(LagStudy.Spec, Profile.Quick, seed).Trials.Select(t => t.Setup.Link!.Seed)];
        Seeds(1).Concat(Seeds(2)).ShouldBeUnique();
        Seeds(1).ShouldBe(Seeds(1));
    }

    [Fact]
    public void The_baseline_is_the_published_case() => StudyPlanner.Plan(LagStudy.Spec, Profile.Full, 1).Trials[0].Levels.ToString()
        .ShouldBe(
        "host=httpsys-model write=Write segment=4096 protocol=http1 delay=250ms loss=2% mtu=65535 connection=new client_window=default "
            + "server_window=default size=1M congestion=reno");

    [Theory]
    [InlineData(Profile.Quick)]
    [InlineData(Profile.Full)]
    public void Comparisons_differ_in_one_factor_and_all_of_them_are_planned(Profile profile)
    {
        var plan = StudyPlanner.Plan(LagStudy.Spec, profile, 1);
        plan.Comparisons.Count.ShouldBe(LagStudy.Spec.Comparisons(profile).Count());
        // With five replicates a side no p-value is below 1/252: more comparisons than this would leave none a share that it can reach.
        plan.Comparisons.Count.ShouldBeLessThanOrEqualTo(12);
        foreach (var comparison in plan.Comparisons)
        {
            var (baseline, other) = (plan.Trials.First(t => t.Id == comparison.Baseline),
                plan.Trials.First(t => t.Id == comparison.Counterfactual));
            other.Levels.DifferencesFrom(baseline.Levels).ShouldBe([comparison.Factor]);
        }
    }

    [Fact]
    public void Eight_at_most_run_side_by_side_and_those_that_take_alike_long_together()
    {
        var plan = StudyPlanner.Plan(LagStudy.Spec, Profile.Full, 1);
        plan.Steps.Max(s => s.Replicates.Count).ShouldBe(8);
        // By what is expected, well within the half hour that the profile may take.
        plan.Steps.Sum(s => s.Replicates.Max(r => plan.Trials.First(t => t.Id == r.Trial).Policy.ExpectedSeconds + 3))
            .ShouldBeLessThan(25 * 60);
    }

    [Fact]
    public void The_published_table_has_ours_beside_it()
    {
        var plan = StudyPlanner.Plan(LagStudy.Spec, Profile.Full, 1);
        var rows = LagStudy.Spec.Tables.ShouldHaveSingleItem().Rows.OfType<MeasuredRow>()
            .Where(r => r.Label.Contains("MTU", StringComparison.Ordinal)
            && r.Combinations.OfType<FactorLevels>().Any(l => l["size"] == "1M")).ToList();
        rows.Count.ShouldBe(6);
        rows.SelectMany(r => r.Combinations).OfType<FactorLevels>().ShouldAllBe(l => plan.Trials.Any(t => t.Levels.Equals(l)));
    }
}
