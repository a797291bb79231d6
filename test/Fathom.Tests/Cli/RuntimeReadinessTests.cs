using Fathom.Cli;
using Fathom.Cli.Commands;
using Fathom.Studies.Running.Published;
using Fathom.Studies;
using Fathom.Studies.Channels;
using Fathom.SubjectProtocol.Runners;
using Fathom.TestKit;
using Fathom.Tests.Studies;
using Fathom.Tests.Studies.Running.Published;

namespace Fathom.Tests.Cli;

/// <summary>Trials on runtimes that cannot be published here are left out before anything is measured, and that is said.</summary>
public sealed class RuntimeReadinessTests : IDisposable
{
    private const string Failure = "error NU1301: Unable to load the service index.";

    private readonly TemporaryFolder _folder = new();

    public RuntimeReadinessTests()
    {
        var source = Directory.CreateDirectory(_folder.PathOf(Path.Combine("subjects", "originals-source"))).FullName;
        File.WriteAllText(Path.Combine(source, "Client.csproj.in"), "<Project />");
        File.WriteAllText(Path.Combine(source, "processors.c"), "");
    }

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Where_publishing_fails_its_trials_are_left_out_with_their_comparisons_and_the_record_says_why()
    {
        var plan = StudyPlanner.Plan(ChannelsStudy.Spec, Profile.Full, 1);

        var ready = (await PrepareAsync(plan)).ShouldHaveSingleItem();

        string[] old = ["8", "3.1"];
        ready.Trials.ShouldBe(plan.Trials.Where(t => !old.Contains(t.Levels["runtime"])));
        ready.Trials.Count.ShouldBeLessThan(plan.Trials.Count);
        var kept = ready.Trials.Select(t => t.Id).ToHashSet();
        ready.Comparisons.ShouldBe(plan.Comparisons.Where(c => kept.Contains(c.Baseline) && kept.Contains(c.Counterfactual)));
        ready.LeftOut.ShouldContain(s => s.Contains("trials are left out. There is no grpc-net-client on .NET Core 3.1: its packages could "
            + "not be restored (NU1301: Unable to load the service index.).", StringComparison.Ordinal));
        Synthetic.Measure(ready, (_, _) => Synthetic.Figures(100)).LeftOut.ShouldBe(ready.LeftOut);
    }

    [Fact]
    public async Task A_plan_that_needs_no_other_runtime_publishes_nothing()
    {
        var publishing = new FakePublishing { ExitCode = 1, Output = Failure };
        var plan = StudyPlanner.Plan(ChannelsStudy.Spec, Profile.Quick, 1);

        (await PrepareAsync(plan, publishing)).ShouldBe([plan]);
        publishing.Count.ShouldBe(0);
    }

    [Fact]
    public async Task Where_no_trial_is_left_the_command_ends_with_the_reason()
    {
        var plan = StudyPlanner.Plan(ChannelsStudy.Spec, Profile.Full, 1, new Dictionary<string, IReadOnlyList<string>>
        {
            ["runtime"] = ["3.1"],
        });

        var refused = await Should.ThrowAsync<CommandException>(() => PrepareAsync(plan));

        refused.ExitCode.ShouldBe(ExitCode.Missing);
        refused.Message.ShouldContain("study 'channels' has no trial that this machine can run: ");
        refused.Message.ShouldContain("NU1301");
    }

    private Task<IReadOnlyList<StudyPlan>> PrepareAsync(StudyPlan plan, FakePublishing? publishing = null) =>
        RuntimeReadiness.PrepareAsync(
            [plan],
            new PublishedSubjects(new SubjectCatalog(_folder.PathOf("subjects")),
                (publishing ?? new FakePublishing { ExitCode = 1, Output = Failure }).Machine(), cache: _folder.PathOf("cache")),
            CancellationToken.None);
}
