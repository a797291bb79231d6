using Fathom.Studies.Running.Published;
using Fathom.SubjectProtocol.Runners;
using Fathom.TestKit;
using Fathom.Tests.Machines.Prerequisites;

namespace Fathom.Tests.Studies.Running.Published;

/// <summary>What becomes of a publishing, on machines that are made up: an outcome in every case, and a sentence where it fails.</summary>
public sealed class PublishedSubjectsTests : IDisposable
{
    private const string NoClient = "There is no grpc-net-client on .NET Core 3.1: ";

    private readonly TemporaryFolder _folder = new();

    public PublishedSubjectsTests()
    {
        Directory.CreateDirectory(Source);
        File.WriteAllText(Path.Combine(Source, "Client.csproj.in"), "<Project />");
        File.WriteAllText(Path.Combine(Source, "processors.c"), "");
    }

    private string Source => _folder.PathOf(Path.Combine("subjects", "originals-source"));

    private string Cache => _folder.PathOf("cache");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_second_use_takes_what_the_first_published()
    {
        var publishing = new FakePublishing();
        var first = (await ProgramAsync(publishing.Machine())).ShouldBeOfType<PublishOutcome.Available>().File;
        File.Exists(first).ShouldBeTrue();
        first.ShouldStartWith(Cache);

        (await ProgramAsync(publishing.Machine())).ShouldBe(new PublishOutcome.Available(first));
        publishing.Count.ShouldBe(1);
        Directory.GetDirectories(Cache).ShouldHaveSingleItem("nothing unfinished stays");
    }

    [Fact]
    public async Task A_change_of_a_source_publishes_again()
    {
        var publishing = new FakePublishing();
        var first = await ProgramAsync(publishing.Machine());
        await File.WriteAllTextAsync(Path.Combine(Source, "Client.csproj.in"), "<Project></Project>");

        (await ProgramAsync(publishing.Machine())).ShouldBeOfType<PublishOutcome.Available>().ShouldNotBe(first);
        publishing.Count.ShouldBe(2);
    }

    [Fact]
    public async Task Two_that_need_it_at_once_publish_once()
    {
        var publishing = new FakePublishing { Held = true };
        var time = new VirtualTime();
        var first = ProgramAsync(publishing.Machine());
        await publishing.Begun;
        var second = new PublishedSubjects(Catalog, publishing.Machine(), time, Cache).ProgramAsync(
            PublishedSubjects.Subject, PublishedRuntime.NetCore31);
        // Its timeout, and the next look at the lock.
        await Eventually.HoldsAsync(() => time.Pending == 2, "the second waits");

        publishing.Finish();
        var published = await first;
        await Eventually.HoldsAsync(
            () =>
            {
                time.Advance(TimeSpan.FromSeconds(1));
                return second.IsCompleted;
            },
            "the second goes on");
        (await second).ShouldBe(published);
        publishing.Count.ShouldBe(1);
    }

    [Fact]
    public async Task A_failure_is_an_outcome_that_leaves_nothing_and_is_not_repeated()
    {
        const string output = "/home/alice/x.csproj : error NU1301: Unable to load the service index.";
        var publishing = new FakePublishing { ExitCode = 1, Output = output };
        var subjects = new PublishedSubjects(Catalog, publishing.Machine(), cache: Cache);
        for (var i = 0; i < 2; i++)
        {
            (await subjects.ProgramAsync(PublishedSubjects.Subject, PublishedRuntime.NetCore31)).ShouldBe(new PublishOutcome.Unavailable(
                NoClient + "its packages could not be restored (NU1301: Unable to load the service index.)."));
        }

        publishing.Count.ShouldBe(1);
        Directory.GetDirectories(Cache).ShouldBeEmpty();
    }

    [Theory]
    [InlineData("Program.cs(3,7): error CS1002: ; expected [/home/alice/work/Client.csproj]", "it could not be built (CS1002: ; expected)")]
    [InlineData("Killed", "dotnet publish failed without saying why")]
    public async Task What_dotnet_says_first_is_the_reason(string output, string reason) =>
        (await ProgramAsync(new FakePublishing { ExitCode = 1, Output = output }.Machine()))
            .ShouldBe(new PublishOutcome.Unavailable($"{NoClient}{reason}."));

    [Fact]
    public async Task Publishing_that_leaves_no_program_is_a_failure() =>
        (await ProgramAsync(new FakePublishing { LeavesProgram = false }.Machine()))
            .ShouldBe(new PublishOutcome.Unavailable(NoClient + "dotnet publish left no program."));

    [Fact]
    public async Task Publishing_that_does_not_end_is_ended()
    {
        var publishing = new FakePublishing { Held = true };
        var time = new VirtualTime();
        var subjects = new PublishedSubjects(Catalog, publishing.Machine(), time, Cache) { Timeout = TimeSpan.FromSeconds(90) };
        var outcome = subjects.ProgramAsync(PublishedSubjects.Subject, PublishedRuntime.NetCore31);
        await publishing.Begun;

        time.Advance(TimeSpan.FromSeconds(90));
        (await outcome).ShouldBe(new PublishOutcome.Unavailable(NoClient + "it was not published within 90 s."));
    }

    [Fact]
    public async Task Without_an_SDK_nothing_is_tried()
    {
        var outcome = await ProgramAsync(new FakeMachine { Programs = new() { ["dotnet --list-sdks"] = (0, "", "") } });
        outcome.ShouldBe(new PublishOutcome.Unavailable(NoClient + "it is published by the .NET SDK, and there is no .NET 10 SDK."));
    }

    [Fact]
    public async Task The_old_runtime_is_for_Linux_alone() =>
        (await ProgramAsync(new FakeMachine { IsLinux = false, IsWindows = true }))
            .ShouldBe(new PublishOutcome.Unavailable(NoClient + "it is published for Linux on x64 alone."));

    [Fact]
    public async Task Another_subject_is_not_published() =>
        (await new PublishedSubjects(Catalog, FakeMachine.Full(), cache: Cache).ProgramAsync("client", PublishedRuntime.Net8))
            .ShouldBe(new PublishOutcome.Unavailable("There is no client on .NET 8: only grpc-net-client is published."));

    [Fact]
    public async Task Without_a_compiler_the_number_of_processors_stays()
    {
        const string no = "There is no other number of processors on .NET Core 3.1: ";
        (await new PublishedSubjects(Catalog, new FakeMachine(), cache: Cache).ProcessorsLibraryAsync())
            .ShouldBe(new PublishOutcome.Unavailable(no + "it needs a C compiler, and there is no cc on PATH."));
        (await new PublishedSubjects(Catalog, new FakeMachine { IsLinux = false }, cache: Cache).ProcessorsLibraryAsync())
            .ShouldBe(new PublishOutcome.Unavailable(no + "only Linux preloads the library that sets it."));
    }

    private SubjectCatalog Catalog => new(_folder.PathOf("subjects"));

    private Task<PublishOutcome> ProgramAsync(FakeMachine machine) =>
        new PublishedSubjects(Catalog, machine, cache: Cache).ProgramAsync(PublishedSubjects.Subject, PublishedRuntime.NetCore31);
}
