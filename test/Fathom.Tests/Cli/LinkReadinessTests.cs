using Fathom.Cli;
using Fathom.Cli.Commands;
using Fathom.Studies;
using Fathom.Studies.Channels;
using Fathom.Studies.Lag;
using Fathom.Tests.Machines.Prerequisites;

namespace Fathom.Tests.Cli;

/// <summary>On a machine that makes no link the studies that need one are left out, unless the user named them.</summary>
public sealed class LinkReadinessTests : IDisposable
{
    private const string Problem = "needs a link, and this machine cannot make one: user and network namespaces: closed to this user";

    private readonly StringWriter _error = new();

    public void Dispose() => _error.Dispose();

    [Fact]
    public async Task All_other_studies_are_kept_and_it_is_said_which_one_is_left_out()
    {
        var kept = await KeepAsync([.. StudyCatalog.All.Select(s => StudyPlanner.Plan(s, Profile.Quick, 1))], named: false);

        kept.Select(p => p.Study).ShouldBe(StudyCatalog.All.Where(s => s != LagStudy.Spec));
        _error.ToString().ShouldStartWith($"study 'lag' is left out: it {Problem}");
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Where_it_was_named_or_none_is_left_the_command_ends_with_the_reason(bool named)
    {
        List<StudySpec> studies = named ? [LagStudy.Spec, ChannelsStudy.Spec] : [LagStudy.Spec];

        var refused = await Should.ThrowAsync<CommandException>(
            () => KeepAsync([.. studies.Select(s => StudyPlanner.Plan(s, Profile.Quick, 1))], named));

        refused.ExitCode.ShouldBe(ExitCode.Missing);
        refused.Message.ShouldStartWith($"study 'lag' {Problem}");
        _error.ToString().ShouldBeEmpty();
    }

    [Fact]
    public async Task A_study_without_its_link_needs_nothing_of_the_machine()
    {
        var plan = StudyPlanner.Plan(LagStudy.Spec, Profile.Full, 1, new Dictionary<string, IReadOnlyList<string>>
        {
            ["delay"] = ["none"],
        });

        (await KeepAsync([plan], named: true, new FakeMachine())).ShouldBe([plan]);
        _error.ToString().ShouldBeEmpty();
    }

    private Task<IReadOnlyList<StudyPlan>> KeepAsync(List<StudyPlan> plans, bool named, FakeMachine? machine = null) =>
        LinkReadiness.KeepAsync(plans, named, new FathomConsole
        {
            Out = TextWriter.Null,
            Error = _error,
            OutIsTerminal = false,
            ErrorIsTerminal = false,
            Environment = new Dictionary<string, string>(),
            Time = TimeProvider.System,
            Folder = "",
            Machine = machine ?? FakeMachine.WithoutNamespaces(),
        }, CancellationToken.None);
}
