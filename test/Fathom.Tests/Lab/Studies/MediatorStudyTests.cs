using Fathom.Lab.Studies;
using Fathom.Lab.Studies.Mediator;

namespace Fathom.Tests.Lab.Studies;

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
            var (baseline, other) = (plan.Trials.First(t => t.Id == comparison.Baseline), plan.Trials.First(t => t.Id == comparison.Counterfactual));
            other.Levels.DifferencesFrom(baseline.Levels).ShouldBe([comparison.Factor]);
        }
    }

    [Fact]
    public void The_baseline_is_the_published_case() => StudyPlanner.Plan(MediatorStudy.Spec, Profile.Full, 1).Trials[0].Levels.ToString().ShouldBe(
        "message=ping payload=text size=0 compression=raw certificate=per-call lock=global channel=pooled tls=mutual callers=8 warm_up=2 seconds=5 build=Release link=none");

    [Fact]
    public void Quick_has_time_for_it()
    {
        var plan = StudyPlanner.Plan(MediatorStudy.Spec, Profile.Quick, 1);
        // A minute, with 0.9 s for the start and the end of the two processes of each, as measured.
        plan.Trials.Sum(t => t.Policy.Replicates * (Number(t, "seconds") + Number(t, "warm_up_seconds") + 0.9)).ShouldBeLessThanOrEqualTo(57);

        static double Number(TrialPlan trial, string name) => trial.Setup.Workload[name]!.GetValue<double>();
    }

    [Fact]
    public void Full_has_the_published_table_on_loopback_and_on_a_throttled_link()
    {
        var plan = StudyPlanner.Plan(MediatorStudy.Spec, Profile.Full, 1);
        foreach (var link in new[] { "none", "100mbit" })
        {
            plan.Trials.Count(t => t.Levels["size"] == "10M" && t.Levels["link"] == link && t.Levels["tls"] == "mutual").ShouldBe(9);
        }

        plan.Trials.Where(t => t.Levels["link"] != "none").ShouldAllBe(t => t.Setup.Link!.Both!.Rate == "100mbit");
    }

    [Fact]
    public void gzip_is_the_nodes_alone_as_published_and_lz4_goes_both_ways()
    {
        var trials = StudyPlanner.Plan(MediatorStudy.Spec, Profile.Full, 1).Trials;
        Compression(trials.First(t => t.Levels["compression"] == "gzip")).ShouldBe(("gzip", "raw"));
        Compression(trials.First(t => t.Levels["compression"] == "lz4")).ShouldBe(("lz4", "lz4"));

        static (string Node, string Sender) Compression(TrialPlan trial) => (
            trial.Setup.Server.Arguments[trial.Setup.Server.Arguments.Index().First(a => a.Item == "--compression").Index + 1],
            trial.Setup.Workload["compression"]!.GetValue<string>());
    }

    [Fact]
    public void The_tutorial_is_a_web_server_and_one_task_in_both_builds()
    {
        var trials = StudyPlanner.Plan(MediatorStudy.Spec, Profile.Full, 1).Trials.Where(t => t.Levels["message"] == "greeter").ToList();
        trials.Select(t => (t.Setup.Server.Subject, t.Setup.Client.Subject)).ShouldBe([("kestrel", "client"), ("kestrel-debug", "client-debug")]);
        trials.ShouldAllBe(t => t.Setup.Workload["in_flight"]!.GetValue<int>() == 1 && t.Levels["tls"] == "off");
    }
}
