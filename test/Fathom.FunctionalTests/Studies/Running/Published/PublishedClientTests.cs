using System.Text.Json.Nodes;
using Fathom.FunctionalTests.Subjects.Originals;
using Fathom.Machines.Prerequisites;
using Fathom.Studies.Running;
using Fathom.Studies.Running.Published;
using Fathom.Studies;
using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Runners;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Studies.Running.Published;

/// <summary>The client on older runtimes, published for real: from the sources that the build left beside the subjects.</summary>
[Collection(nameof(PublishedClient))]
public class PublishedClientTests(PublishedClient client)
{
    /// <summary>Publishing for a runtime takes several seconds: those of one are for everybody.</summary>
    public static TheoryData<string, string, string> Calls =>
    [
        .. new[]
        {
            ("3.1", "grpc-aspnetcore", "blocking"), ("3.1", "grpc-aspnetcore", "async"), ("3.1", "grpc-core", "get-result"),
            ("8.0", "grpc-aspnetcore", "get-result"), ("8.0", "grpc-core", "blocking"),
        }.Take(Thorough.Count(3, 5)),
    ];

    [Theory]
    [MemberData(nameof(Calls))]
    public async Task It_calls_the_original_servers_with_the_processors_of_its_trial(string runtime, string server, string call)
    {
        await client.RequireAsync(runtime);
        var figures = (await ExecuteAsync(runtime, server, OriginalPair.Unary("proto", call)))
            .ShouldBeOfType<ReplicateOutcome.Measured>().Figures;

        figures.Errors.ShouldBe(0);
        figures.OfClient(ReportedValues.Calls).ShouldBe(6);
        figures.OfClient(ReportedValues.Processors).ShouldBe(7);
        if (server == "grpc-aspnetcore")
        {
            figures.Server.Find(ReportedValues.AcceptedConnections).ShouldBe(6);
        }
    }

    [Fact]
    public async Task The_old_runtime_runs_the_published_order()
    {
        await client.RequireAsync("3.1");
        var figures = (await ExecuteAsync("3.1", "grpc-aspnetcore", new JsonObject
        {
            ["kind"] = "published-order",
            ["contract"] = "proto",
            ["call"] = "async",
            ["disposal"] = "dispose",
            ["calls"] = 4,
            ["callers"] = 2,
        })).ShouldBeOfType<ReplicateOutcome.Measured>().Figures;
        ReportedValues.PublishedOrder.ShouldAllBe(p => figures.Client.Find(p.Duration) > 0);
    }

    [Fact]
    public async Task What_the_old_runtime_lacks_is_said()
    {
        await client.RequireAsync("3.1");
        var outcome = await ExecuteAsync("3.1", "grpc-aspnetcore", OriginalPair.Unary("code-first", "async"));
        outcome.ShouldBeOfType<ReplicateOutcome.Failed>().Failure.Message.ShouldContain(
            "contract 'code-first' cannot be used; accepted: proto");

        outcome = await ExecuteAsync("3.1", "grpc-aspnetcore", OriginalPair.Unary("proto", "async"), "--tls");
        outcome.ShouldBeOfType<ReplicateOutcome.Failed>().Failure.Message.ShouldContain(
            "a target with TLS cannot be used on this runtime; accepted: http");
    }

    [Fact]
    public async Task A_second_use_is_a_hit_of_the_cache()
    {
        await client.RequireAsync("3.1");
        List<string> announced = [];
        var again = new PublishedSubjects(BuiltSubjects.Catalog, new LocalMachine(), cache: PublishedClient.Cache)
        {
            Progress = announced.Add,
        };
        (await again.ProgramAsync(PublishedSubjects.Subject, PublishedRuntime.NetCore31)).ShouldBeOfType<PublishOutcome.Available>();
        announced.ShouldBeEmpty();
    }

    [Fact]
    public async Task Sources_that_do_not_compile_are_a_sentence_and_no_exception()
    {
        Requires.Thoroughness();
        await client.RequireAsync("3.1");
        using var folder = new TemporaryFolder();
        var source = folder.PathOf(PublishedSubjects.SourceFolder);
        foreach (var file in Directory.GetFiles(PublishedClient.Source, "*", SearchOption.AllDirectories))
        {
            var copy = Path.Combine(source, Path.GetRelativePath(PublishedClient.Source, file));
            Directory.CreateDirectory(Path.GetDirectoryName(copy)!);
            File.Copy(file, copy);
        }

        await File.AppendAllTextAsync(Path.Combine(source, "grpc-net-client", "Program.cs"), "this does not compile");
        var subjects = new PublishedSubjects(new SubjectCatalog(folder.Path), new LocalMachine(), cache: folder.PathOf("cache"));

        var outcome = await subjects.ProgramAsync(PublishedSubjects.Subject, PublishedRuntime.NetCore31);
        outcome.ShouldBeOfType<PublishOutcome.Unavailable>().Reason
            .ShouldMatch(@"^There is no grpc-net-client on \.NET Core 3\.1: it could not be built \(CS\d+: .*\)\.$");
        Directory.GetDirectories(folder.PathOf("cache")).ShouldBeEmpty();
    }

    private async Task<ReplicateOutcome> ExecuteAsync(string runtime, string server, JsonObject workload, params string[] serverArguments)
    {
        var trial = new TrialPlan(
            "t01",
            new FactorLevels([new Factor("runtime", "the client's").Level(runtime)]),
            new TrialPolicy(Replicates: 5, ExpectedSeconds: 1, IsIdle: false),
            new TrialSetup(
                new ProcessSetup(server, serverArguments, new Dictionary<string, string>()),
                new ProcessSetup(PublishedSubjects.Subject, [], new Dictionary<string, string> { ["DOTNET_PROCESSOR_COUNT"] = "7" })
                {
                    Runtime = runtime,
                },
                workload),
            SideBySide: false);
        return await new ProcessTrialExecutor(BuiltSubjects.Catalog, published: client.Subjects)
            .ExecuteAsync(trial, block: 1, CancellationToken.None);
    }
}
