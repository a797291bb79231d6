using Fathom.Studies.Running.Sources;
using Fathom.SubjectProtocol.Runners;
using Fathom.Tests.Machines.Prerequisites;
using Fathom.TestKit;

namespace Fathom.Tests.Studies.Running.Sources;

/// <summary>When the subjects of a checkout are built, and what a build that fails says.</summary>
public sealed class CheckoutSubjectsTests : IDisposable
{
    private readonly TemporaryFolder _checkout = new();
    private readonly List<string> _builds = [];
    private readonly Progress _progress = new();

    public CheckoutSubjectsTests()
    {
        foreach (var source in new[] { "src/Fathom.Wire/Frame.cs", "subjects/all/Program.cs", "Directory.Build.props" })
        {
            var file = _checkout.PathOf(source);
            Directory.CreateDirectory(Path.GetDirectoryName(file)!);
            File.WriteAllText(file, "");
        }
    }

    private string Folder => _checkout.PathOf(Path.Combine("artifacts", "subjects", FathomProcess.Configuration));

    public void Dispose() => _checkout.Dispose();

    [Fact]
    public async Task They_are_built_when_they_are_first_needed_and_then_found()
    {
        var subjects = Source();
        (await subjects.FindAsync(Token)).Text.ShouldBe("built when a study first needs them");

        (await subjects.PrepareAsync(_progress, Token)).Folder.ShouldBe(Folder);
        (await subjects.PrepareAsync(_progress, Token)).Folder.ShouldBe(Folder);

        _builds.ShouldHaveSingleItem().ShouldSatisfyAllConditions(
            build => build.ShouldContain(Path.Combine("subjects", "all")),
            build => build.ShouldContain("-nodeReuse:false"));
        (await subjects.FindAsync(Token)).Text.ShouldBe("built");
        _progress.Heard.ShouldBe(["begin", "built 1", "built 2", "end True"]);
    }

    [Theory]
    [InlineData("src/Fathom.Wire/Frame.cs")]
    [InlineData("subjects/all/Program.cs")]
    [InlineData("Directory.Build.props")]
    public async Task A_source_that_is_newer_has_them_built_again(string source)
    {
        await Source().PrepareAsync(_progress, Token);
        File.SetLastWriteTimeUtc(_checkout.PathOf(source), TimeProvider.System.GetUtcNow().UtcDateTime.AddMinutes(1));
        await Source().PrepareAsync(_progress, Token);
        _builds.Count.ShouldBe(2);
    }

    [Fact]
    public async Task A_source_that_is_gone_has_them_built_again()
    {
        await Source().PrepareAsync(_progress, Token);
        File.Delete(_checkout.PathOf("src/Fathom.Wire/Frame.cs"));
        Directory.SetLastWriteTimeUtc(_checkout.PathOf("src/Fathom.Wire"), TimeProvider.System.GetUtcNow().UtcDateTime.AddMinutes(1));
        await Source().PrepareAsync(_progress, Token);
        _builds.Count.ShouldBe(2);
    }

    [Fact]
    public async Task Two_processes_build_once()
    {
        var (first, second) = (Source(), Source());
        await Task.WhenAll(first.PrepareAsync(_progress, Token), second.PrepareAsync(new Progress(), Token));
        _builds.Count.ShouldBe(1);
    }

    [Fact]
    public async Task A_build_that_fails_is_shown_by_its_errors()
    {
        var machine = new FakeMachine
        {
            Checkout = _checkout.Path,
            Run = (_, _) => Task.FromResult<(int, string, string)?>(
                (1, "Restored.\nFrame.cs(1,2): error CS1002: ; expected\nFrame.cs(1,2): error CS1002: ; expected\n", "")),
        };
        var failure = await Should.ThrowAsync<MissingSubjectException>(
            SubjectSources.Of(machine, null, "1.2.3").PrepareAsync(_progress, Token));
        failure.Message.ShouldBe(
            $"the subjects could not be built; 'dotnet build subjects/all -c {FathomProcess.Configuration}' says:{Environment.NewLine}"
                + "Frame.cs(1,2): error CS1002: ; expected");
        _progress.Heard.ShouldBe(["begin", "end False"]);
    }

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    private ISubjectSource Source() => SubjectSources.Of(new FakeMachine
    {
        Checkout = _checkout.Path,
        Run = (arguments, _) =>
        {
            _builds.Add(string.Join(' ', arguments));
            File.WriteAllText(Path.Combine(Folder, "built"), "");
            return Task.FromResult<(int, string, string)?>((0, "Restored.\n A -> a.dll\n B -> b.dll\n", ""));
        },
    }, null, "1.2.3");

    private sealed class Progress : IBuildProgress
    {
        public List<string> Heard { get; } = [];

        public void Begin() => Heard.Add("begin");

        public void Built(int done) => Heard.Add($"built {done}");

        public void End(bool succeeded) => Heard.Add($"end {succeeded}");
    }
}
