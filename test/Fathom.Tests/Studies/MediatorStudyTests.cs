using Fathom.Link.Units;
using Fathom.Studies;
using Fathom.Studies.Mediator;

namespace Fathom.Tests.Studies;

public class MediatorStudyTests
{
    [Theory]
    [InlineData(Profile.Quick)]
    [InlineData(Profile.Full)]
    public void Comparisons_differ_in_one_factor_and_all_of_them_are_planned(Profile profile)
    {
        var plan = StudyPlanner.Plan(MediatorStudy.Spec, profile, 1);
        plan.Comparisons.Count.ShouldBe(MediatorStudy.Spec.Comparisons(profile).Count());
        foreach (var comparison in plan.Comparisons)
        {
            var (baseline, other) = (plan.Trials.First(t => t.Id == comparison.Baseline),
                plan.Trials.First(t => t.Id == comparison.Counterfactual));
            other.Levels.DifferencesFrom(baseline.Levels).ShouldBe([comparison.Factor]);
        }
    }

    [Fact]
    public void The_baseline_is_the_published_case() =>
        StudyPlanner.Plan(MediatorStudy.Spec, Profile.Full, 1).Trials[0].Levels.ToString().ShouldBe(
        "message=ping payload=text size=0 compression=raw certificate=per-call lock=global channel=pooled tls=mutual callers=8 "
            + "warm_up=2 seconds=5 build=Release link=none");

    [Fact]
    public void Quick_has_time_for_it()
    {
        var plan = StudyPlanner.Plan(MediatorStudy.Spec, Profile.Quick, 1);
        // Of 60 seconds, what is left to each for two processes that start and end, for its first message, and for those under way when the
        // time is over, is most of a second.
        (60 - plan.Trials.Sum(t => t.Policy.Replicates * (Number(t, "seconds") + Number(t, "warm_up_seconds"))))
            .ShouldBeGreaterThanOrEqualTo(0.85 * plan.Trials.Sum(t => t.Policy.Replicates));

        static double Number(TrialPlan trial, string name) => trial.Setup.Workload[name]!.GetValue<double>();
    }

    [Fact]
    public void A_trial_of_a_comparison_is_measured_five_times_or_more_and_the_rest_three_times()
    {
        foreach (var profile in new[] { Profile.Quick, Profile.Full })
        {
            var plan = StudyPlanner.Plan(MediatorStudy.Spec, profile, 1);
            var compared = plan.Comparisons.SelectMany(c => new[] { c.Baseline, c.Counterfactual }).ToHashSet();
            plan.Trials.ShouldAllBe(t => compared.Contains(t.Id) ? t.Policy.Replicates >= 5 : t.Policy.Replicates == 3);
        }
    }

    [Fact]
    public void What_a_mediator_costs_is_measured_beside_the_same_call_without_one()
    {
        var bare = StudyPlanner.Plan(MediatorStudy.Spec, Profile.Full, 1).Trials.Single(t => t.Levels["message"] == "unary");
        Argument(bare, "--serves").ShouldBe("bare");
        bare.Levels.DifferencesFrom(StudyPlanner.Plan(MediatorStudy.Spec, Profile.Full, 1).Trials.Single(IsFree).Levels)
            .ShouldBe(["message"]);

        static bool IsFree(TrialPlan t) => t.Levels["message"] == "ping" && t.Levels["size"] == "0" && t.Levels["certificate"] == "once"
            && t.Levels["lock"] == "none"
            && t.Levels["channel"] == "pooled" && t.Levels["tls"] == "mutual" && t.Levels["warm_up"] != "0" && t.Levels["seconds"] == "5";
    }

    [Fact]
    public void Full_has_the_published_table_on_loopback_and_on_a_throttled_link()
    {
        var plan = StudyPlanner.Plan(MediatorStudy.Spec, Profile.Full, 1);
        foreach (var link in new[] { "none", "100mbit" })
        {
            plan.Trials.Count(t => t.Levels["size"] == "10M" && t.Levels["link"] == link && t.Levels["tls"] == "mutual").ShouldBe(9);
        }

        foreach (var linked in plan.Trials.Where(t => t.Levels["link"] != "none"))
        {
            linked.Setup.Link!.Both!.Rate.ShouldBe(BitRate.FromMegabits(100));
            // At the far end of the link, where the sender finds it.
            linked.Setup.Server.Arguments.ShouldContain("198.18.0.2");
        }
    }

    [Fact]
    public void gzip_is_the_nodes_alone_as_published_and_lz4_goes_both_ways()
    {
        var trials = StudyPlanner.Plan(MediatorStudy.Spec, Profile.Full, 1).Trials;
        Compression(trials.First(t => t.Levels["compression"] == "gzip")).ShouldBe(("gzip", "raw"));
        Compression(trials.First(t => t.Levels["compression"] == "lz4")).ShouldBe(("lz4", "lz4"));

        static (string Node, string Sender) Compression(TrialPlan trial) => (
            Argument(trial, "--compression"),
            trial.Setup.Workload["compression"]!.GetValue<string>());
    }

    [Fact]
    public void The_tutorial_is_a_web_server_and_one_task_in_both_builds()
    {
        var trials = StudyPlanner.Plan(MediatorStudy.Spec, Profile.Full, 1).Trials.Where(t => t.Levels["message"] == "greeter").ToList();
        trials.Select(t => (t.Setup.Server.Subject, t.Setup.Client.Subject))
            .ShouldBe([("kestrel", "client"), ("kestrel-debug", "client-debug")]);
        trials.ShouldAllBe(t => t.Setup.Workload["in_flight"]!.GetValue<int>() == 1 && t.Levels["tls"] == "off");
    }

    private static string Argument(TrialPlan trial, string flag) =>
        trial.Setup.Server.Arguments[trial.Setup.Server.Arguments.Index().First(a => a.Item == flag).Index + 1];
}
