using Fathom.Lab.Running;
using Fathom.Lab.Studies;
using Fathom.Lab.Studies.Channels;

namespace Fathom.Tests.Lab.Running;

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
