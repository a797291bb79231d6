using System.Text.Json.Nodes;
using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Runners;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Subjects;

/// <summary>How the study <c>mediator</c> sends: as published, where that is known.</summary>
public class MediatorSendingTests
{
    private const int Callers = 8;

    private static readonly SubjectTimeouts Timeouts = new() { ToStart = TimeSpan.FromSeconds(60) };
    private static readonly TimeSpan ToRun = TimeSpan.FromSeconds(60);

    [Fact]
    public async Task Eight_messages_are_sent_and_all_are_awaited_before_the_next_eight()
    {
        var client = await RunAsync(Workload());

        var calls = client.Find(ReportedValues.Calls)!.Value;
        calls.ShouldBeGreaterThan(Callers);
        (calls % Callers).ShouldBe(0, "a round is complete when the time is over");
    }

    private static JsonObject Workload() => new()
    {
        ["kind"] = "mediator",
        ["message"] = "ping",
        ["payload"] = "text",
        ["size"] = 0,
        ["compression"] = "raw",
        ["max_message"] = 4 << 20,
        ["certificate_use"] = "once",
        ["lock"] = "none",
        ["channel"] = "pooled",
        ["callers"] = Callers,
        ["warm_up_seconds"] = 0.1,
        ["seconds"] = 0.2,
    };

    private static async Task<ProcessFigures> RunAsync(JsonObject workload)
    {
        var catalog = new SubjectCatalog(Path.Combine(FathomProcess.Folder, "subjects"));
        await using var server = SubjectProcess.Start(SubjectManifest.Server, catalog.StartInfo("mediator",
            ["--port", "0", "--tls", "off", "--max-message", $"{4 << 20}", "--compression", "raw", "--nodes", "1", "--serves", "messages"]),
            Timeouts);
        await using var client = SubjectProcess.Start(SubjectManifest.Client, catalog.StartInfo("mediator", ["--client"]), Timeouts);
        var listening = await server.ReadyAsync();
        await client.ReadyAsync();
        workload["target"] = listening.Address;
        workload["certificate"] = listening.Certificate;
        await client.WarmAsync(workload, ToRun);
        await server.BeginAsync();
        var figures = await client.RunAsync(workload, ToRun);
        await server.EndAsync();
        figures.Errors.ShouldBeEmpty();
        return figures;
    }
}
