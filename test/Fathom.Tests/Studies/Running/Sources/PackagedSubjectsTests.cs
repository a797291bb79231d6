using Fathom.Studies.Running.Sources;
using Fathom.SubjectProtocol.Runners;
using Fathom.Tests.Machines.Prerequisites;

namespace Fathom.Tests.Studies.Running.Sources;

/// <summary>How an installed <c>fathom</c> finds the package of its subjects.</summary>
public class PackagedSubjectsTests
{
    private const string Version = "1.2.3-alpha.4";
    private const string OfFathom = Version + "+89ab";

    [Fact]
    public async Task The_folder_is_where_the_package_says()
    {
        var subjects = Installed((0, $"{Version}+0123abcd\r\n/opt/subjects\r\n", ""));
        (await subjects.PrepareAsync(null!, TestContext.Current.CancellationToken)).Folder.ShouldBe("/opt/subjects");
        (await subjects.FindAsync(TestContext.Current.CancellationToken)).ShouldBe(new SubjectState(true, $"version {Version}"));
    }

    [Theory]
    [InlineData(null, 0, "there is no fathom-subjects on PATH")]
    [InlineData("", 1, "there is no fathom-subjects on PATH")]
    [InlineData("0.0.1\n/opt/subjects", 0, "fathom-subjects is of version 0.0.1, and fathom of ")]
    public async Task What_is_missing_is_said_with_what_to_do(string? output, int exitCode, string fault)
    {
        var subjects = output is null
            ? SubjectSources.Of(new FakeMachine { Checkout = null }, null, OfFathom)
            : Installed((exitCode, output, ""));
        var failure = await Should.ThrowAsync<MissingSubjectException>(
            subjects.PrepareAsync(null!, TestContext.Current.CancellationToken));
        failure.Message.ShouldStartWith(fault);
        failure.Message.ShouldEndWith($"dotnet tool install --global fathom.subjects --version {Version}");
        var state = await subjects.FindAsync(TestContext.Current.CancellationToken);
        (state.CanRun, failure.Message).ShouldBe((false, $"{state.Text}. {state.Remedy}"));
    }

    [Fact]
    public void What_subjects_are_is_known_without_them() =>
        SubjectSources.Of(new FakeMachine { Checkout = null }, null, OfFathom).Manifests.Select(m => m.Name).ShouldBe(
        [
            "blob", "client", "grpc-aspnetcore", "grpc-core", "grpc-net-client", "kestrel", "mediator", "native", "rest-admin-api",
            "rest-api", "service-1", "service-2", "service-3", "tree", "users",
        ]);

    [Fact]
    public async Task A_named_folder_comes_first()
    {
        var state = await SubjectSources.Of(new FakeMachine(), Path.GetTempPath() + "none", OfFathom)
            .FindAsync(TestContext.Current.CancellationToken);
        state.ShouldBe(new SubjectState(false, "none in the folder that FATHOM_SUBJECTS names",
            "Name a folder that holds NAME/fathom-NAME.dll and NAME/manifest.json, or unset FATHOM_SUBJECTS."));
    }

    private static ISubjectSource Installed((int, string, string) run) =>
        SubjectSources.Of(new FakeMachine { Checkout = null, Programs = { ["fathom-subjects"] = run } }, null, OfFathom);
}
