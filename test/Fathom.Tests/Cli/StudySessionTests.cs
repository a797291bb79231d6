using System.Text.Json;
using Fathom.Cli;
using Fathom.Cli.Commands;
using Fathom.Records;
using Fathom.Studies.Running;
using Fathom.Studies.Running.Sources;
using Fathom.Studies;
using Fathom.Studies.Channels;
using Fathom.Studies.Lag;
using Fathom.SubjectProtocol;
using Fathom.TestKit;
using Fathom.TestKit.Records;
using Fathom.Tests.Studies;
using Fathom.Tests.Machines.Prerequisites;

namespace Fathom.Tests.Cli;

/// <summary>One <c>fathom run</c> on a machine that makes no link, with replicates whose figures are made up.</summary>
public sealed class StudySessionTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly Synthetic.Executor _executor = new((_, _) => new ReplicateOutcome.Measured(Synthetic.Figures(100)));

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_study_that_is_left_out_makes_the_command_fail_and_the_others_are_measured_whole()
    {
        (await RunAsync(ChannelsStudy.Spec, LagStudy.Spec)).ShouldBe(ExitCode.NotHeld);

        var store = new RunRecordStore(_folder.PathOf("out"));
        store.Read("channels").ShouldSatisfyAllConditions(r => r.Partial.ShouldBeFalse(), r => r.Failures.ShouldBeEmpty());
        Directory.GetFiles(_folder.PathOf("out")).Select(Path.GetFileName).ShouldBe(["channels.json", "report.html"], ignoreOrder: true);
    }

    [Fact]
    public async Task Without_it_the_same_run_succeeds() => (await RunAsync(ChannelsStudy.Spec)).ShouldBe(ExitCode.Done);

    [Fact]
    public async Task As_json_standard_output_is_the_records_alone_and_standard_error_the_text()
    {
        using var output = new StringWriter();
        using var error = new StringWriter();
        await RunAsync(output, error, isJson: true, ChannelsStudy.Spec);

        var record = JsonElement.Parse(output.ToString()).EnumerateArray().ShouldHaveSingleItem();
        Answer.Check(record, "fathom.run/1");
        record.GetProperty("study").GetString().ShouldBe("channels");
        error.ToString().ShouldContain("answer");
    }

    private Task<int> RunAsync(params StudySpec[] studies) => RunAsync(TextWriter.Null, TextWriter.Null, isJson: false, studies);

    private async Task<int> RunAsync(TextWriter output, TextWriter error, bool isJson, params StudySpec[] studies)
    {
        // Programs and manifests that the plans ask for; the executor starts none of them.
        foreach (var manifest in Directory.EnumerateFiles(Repository.PathOf("subjects"), "manifest.json", SearchOption.AllDirectories))
        {
            var name = SubjectManifest.Parse(await File.ReadAllTextAsync(manifest)).Name;
            Directory.CreateDirectory(_folder.PathOf(name));
            await File.WriteAllTextAsync(_folder.PathOf($"{name}/fathom-{name}.dll"), "");
            File.Copy(manifest, _folder.PathOf($"{name}/manifest.json"));
        }

        return await new StudySession(
            new FathomConsole
            {
                Out = output,
                Error = error,
                OutIsTerminal = false,
                ErrorIsTerminal = false,
                Environment = new Dictionary<string, string> { [SubjectSources.Variable] = _folder.Path },
                Time = TimeProvider.System,
                Folder = _folder.Path,
                Machine = FakeMachine.WithoutNamespaces(),
            },
            new StudySessionOptions
            {
                Studies = studies,
                Profile = Profile.Quick,
                Seed = 1,
                Folder = _folder.PathOf("out"),
                // As few trials as prove it, none of which waits beside another.
                Restrictions = new Dictionary<string, IReadOnlyList<string>>
                {
                    ["schedule"] = ["sequential"], ["security"] = ["plain"], ["channel"] = ["reused"],
                },
                IsJson = isJson,
                Quiet = true,
                Verbose = false,
                Named = false,
                Executor = (_, _) => _executor,
            }).RunAsync();
    }
}
