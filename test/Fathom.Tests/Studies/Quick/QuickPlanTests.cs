using Fathom.Studies;
using Fathom.Studies.Channels;
using Fathom.Studies.Mediator;

namespace Fathom.Tests.Studies.Quick;

/// <summary>Quick plans on the reference machine, and on slower ones.</summary>
public class QuickPlanTests
{
    public static TheoryData<string> Studies => [.. StudyCatalog.All.Where(s => s.QuickLimit is not null).Select(s => s.Name)];

    [Theory]
    [MemberData(nameof(Studies))]
    public void On_the_reference_machine_the_whole_plan_ends_in_its_time(string study)
    {
        var plan = Quick(study);

        QuickPlan.Fit(plan, 1).ShouldBeSameAs(plan);
        PlanDuration.Of(plan, 1).ShouldBeLessThanOrEqualTo(plan.Limit!.Value);
    }

    [Theory]
    [MemberData(nameof(Studies))]
    public void On_a_machine_half_as_fast_a_plan_that_ends_in_its_time_still_begins_with_the_first_comparison(string study)
    {
        var plan = Quick(study);

        var shorter = QuickPlan.Fit(plan, 0.5);

        // A single comparison stays, and says what it takes.
        var takes = PlanDuration.Of(shorter, 0.5);
        if (shorter.Comparisons.Count > 1 || takes <= plan.Limit!.Value)
        {
            takes.ShouldBeLessThanOrEqualTo(plan.Limit!.Value);
        }
        else
        {
            shorter.Shortened!.ShouldContain($". It still takes about {Math.Round(takes.TotalSeconds)} s. --profile full");
        }

        shorter.Comparisons.Select(Words).ShouldBe(plan.Comparisons.Take(shorter.Comparisons.Count).Select(Words));
        (shorter.Shortened is null).ShouldBe(shorter.Trials.Count == plan.Trials.Count);
        shorter.Trials.Sum(t => t.Policy.Replicates).ShouldBeLessThanOrEqualTo(plan.Trials.Sum(t => t.Policy.Replicates));

        static string Words(PlannedComparison c) => $"{c.Cause} {c.Factor} {c.Metric}";
    }

    [Theory]
    [InlineData(1)]
    [InlineData(0.5)]
    public void All_studies_together_end_within_five_minutes(double speed) => StudyCatalog.All
        .Sum(s => PlanDuration.Of(QuickPlan.Fit(Quick(s.Name), speed), speed).TotalSeconds).ShouldBeLessThanOrEqualTo(300);

    [Fact]
    public void What_carries_no_finding_is_left_out_first_and_the_plan_says_so()
    {
        var plan = Quick("mediator");
        var speed = 1.0;
        StudyPlan shorter;
        do
        {
            speed -= 0.01;
            shorter = QuickPlan.Fit(plan, speed);
        }
        while (shorter.Shortened is null);

        shorter.Comparisons.Count.ShouldBe(plan.Comparisons.Count);
        shorter.Trials.ShouldNotContain(t => t.Levels["message"] == "bing");
        shorter.Shortened.ShouldContain("To end within 40 s the plan leaves out: bing, ");
        shorter.Shortened.ShouldEndWith(". --profile full measures them.");
        Synthetic.Measure(shorter, (_, _) => Synthetic.Figures(100)).LeftOut.ShouldBe([shorter.Shortened]);
    }

    [Fact]
    public void A_comparison_that_is_left_out_is_named_by_what_it_changes_and_by_what_both_trials_have()
    {
        var left = QuickPlan.Fit(Quick("compression"), 0.4).Shortened!;

        left.ShouldContain("compression-pays-below (lz4 to uncompressed); compression-pays-below (zstd to uncompressed); ");
        left.ShouldContain("; message-too-large (oversized, uncompressed: one message to stream of messages); ");
        left.Split("; ").ShouldBeUnique();
    }

    [Fact]
    public void Durations_of_a_shortened_plan_are_estimated_by_the_speed_that_shortened_it()
    {
        var shorter = QuickPlan.Fit(Quick("compression"), 0.4);

        shorter.Speed.ShouldBe(0.4);
        PlanDuration.OfReplicate(new TrialPolicy(5, 1, IsIdle: false), shorter.Study, shorter.Speed)
            .ShouldBe((shorter.Study.StartSeconds + 1) / 0.4, 1e-9);
        PlanDuration.OfReplicate(new TrialPolicy(5, 1, IsIdle: true), shorter.Study, shorter.Speed)
            .ShouldBe((shorter.Study.StartSeconds / 0.4) + 1, 1e-9, "waiting takes as long everywhere");
    }

    [Fact]
    public void Levels_that_the_user_chose_are_all_run()
    {
        var plan = StudyPlanner.Plan(ChannelsStudy.Spec, Profile.Quick, 1, new Dictionary<string, IReadOnlyList<string>>
        {
            ["schedule"] = ["sequential"],
        });

        QuickPlan.Fit(plan, 0.1).ShouldBeSameAs(plan);
    }

    [Fact]
    public void The_full_profile_has_no_limit()
    {
        var plan = StudyPlanner.Plan(MediatorStudy.Spec, Profile.Full, 1);

        plan.Limit.ShouldBeNull();
        QuickPlan.Fit(plan, 0.1).ShouldBeSameAs(plan);
    }

    [Fact]
    public void Starts_on_a_slower_machine_are_further_apart() =>
        QuickPlan.Fit(Quick("channels"), 0.5).Spacing.ShouldBe(2 * ChannelsStudy.Spec.Spacing);

    private static StudyPlan Quick(string study) =>
        StudyPlanner.Plan(StudyCatalog.All.Single(s => s.Name == study), Profile.Quick, 1);
}
