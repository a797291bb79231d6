using Fathom.Studies.Running;
using Fathom.Studies;
using Fathom.Studies.Channels;
using Fathom.Studies.Mediator;

namespace Fathom.Tests.Studies.Running;

/// <summary>What the record of a run has besides its figures: the published ones, and the command that repeats it.</summary>
public class StudyRunRecordTests
{
    [Fact]
    public async Task The_table_has_the_published_figures_and_the_trials_that_belong_beside_them()
    {
        var record = await Synthetic.RunAsync(StudyPlanner.Plan(ChannelsStudy.Spec, Profile.Full, 1),
            new Synthetic.Executor((_, _) => new ReplicateOutcome.Measured(Synthetic.Figures(100))));
        var table = record.Tables.ShouldHaveSingleItem();
        table.Source.ShouldContain("2021-05-21");
        table.Rows[0].Cells[2].Published.ShouldBe("8987 / 15118");
        var measured = table.Rows.First(r => r.Label.StartsWith("measured: Grpc.Net.Client, Grpc.AspNetCore", StringComparison.Ordinal));
        measured.Cells.ShouldAllBe(c => c.Trial != null);
        record.Trial(measured.Cells[1].Trial!).Factors["channel"].ShouldBe("reused");
        record.Trial(measured.Cells[1].Trial!).Factors["schedule"].ShouldBe("sequential");
    }

    [Theory]
    [InlineData(Profile.Quick, false)]
    [InlineData(Profile.Full, true)]
    public void A_record_declares_only_metrics_that_some_trial_of_its_plan_measures(Profile profile, bool hasPublishedOrder)
    {
        var record = Synthetic.Measure(StudyPlanner.Plan(ChannelsStudy.Spec, profile, 1), (_, _) => Synthetic.Figures(100));

        record.Metrics.Any(m => m.Text.StartsWith("published order: ", StringComparison.Ordinal)).ShouldBe(hasPublishedOrder);
        record.Metrics.ShouldContain(m => m.Id == "wall_ms");
    }

    [Theory]
    [InlineData("0", false)]
    [InlineData("10M", true)]
    public void The_rate_of_a_payload_is_declared_where_a_message_has_one(string size, bool isDeclared)
    {
        var plan = StudyPlanner.Plan(MediatorStudy.Spec, Profile.Full, 1, new Dictionary<string, IReadOnlyList<string>>
        {
            ["size"] = [size],
        });

        Synthetic.Measure(plan, (_, _) => Synthetic.Figures(100)).Metrics.Any(m => m.Id == "payload_mb_per_second").ShouldBe(isDeclared);
    }

    [Fact]
    public async Task The_command_in_the_record_repeats_the_run()
    {
        var restrictions = new Dictionary<string, IReadOnlyList<string>> { ["call"] = ["blocking", "async"] };
        var plan = StudyPlanner.Plan(ChannelsStudy.Spec, Profile.Quick, 42, restrictions);
        var record = await Synthetic.RunAsync(plan,
            new Synthetic.Executor((_, _) => new ReplicateOutcome.Measured(Synthetic.Figures(100))));
        record.Command.ShouldBe(["run", "channels", "--profile", "quick", "--seed", "42", "--level", "call=blocking,async"]);
    }
}
