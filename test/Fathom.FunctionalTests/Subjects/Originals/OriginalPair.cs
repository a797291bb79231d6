using System.Text.Json.Nodes;
using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Runners;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Subjects.Originals;

/// <summary>A server and a client as processes, by the subject protocol. A test owns it.</summary>
internal sealed class OriginalPair : IAsyncDisposable
{
    private static readonly SubjectTimeouts Timeouts = new() { ToStart = TimeSpan.FromSeconds(60) };
    private static readonly TimeSpan ToRun = TimeSpan.FromSeconds(60);

    private readonly SubjectProcess _server;
    private readonly SubjectProcess _client;
    private SubjectReply.Ready? _listening;

    private OriginalPair(SubjectProcess server, SubjectProcess client) => (_server, _client) = (server, client);

    /// <summary>Starts both.</summary>
    public static async Task<OriginalPair> StartAsync(string server, string client, params string[] serverArguments)
    {
        var listening = SubjectProcess.Start(SubjectManifest.Server, BuiltSubjects.Catalog.StartInfo(server, serverArguments), Timeouts);
        var calling = SubjectProcess.Start(
            SubjectManifest.Client, BuiltSubjects.Catalog.StartInfo(client, client == "grpc-core" ? ["--client"] : []), Timeouts);
        var pair = new OriginalPair(listening, calling);
        try
        {
            pair._listening = await listening.ReadyAsync();
            await calling.ReadyAsync();
            return pair;
        }
        catch
        {
            await pair.DisposeAsync();
            throw;
        }
    }

    /// <summary>A specification of six calls, two at a time, after one that warms up.</summary>
    public static JsonObject Unary(string contract, string call) => new()
    {
        ["kind"] = "unary",
        ["contract"] = contract,
        ["call"] = call,
        ["channel"] = "new",
        ["disposal"] = "dispose",
        ["calls"] = 6,
        ["callers"] = 2,
        ["warm_up_calls"] = 1,
        ["warm_up_callers"] = 1,
    };

    /// <summary>Runs a workload as a trial does; a target that it has stays.</summary>
    public async Task<(ProcessFigures Server, ProcessFigures Client)> RunAsync(JsonObject workload)
    {
        workload["target"] ??= _listening!.Address;
        workload["certificate"] = _listening!.Certificate;
        await _client.WarmAsync(workload, ToRun);
        await _server.BeginAsync();
        var client = await _client.RunAsync(workload, ToRun);
        return (await _server.EndAsync(), client);
    }

    public async ValueTask DisposeAsync()
    {
        await _client.DisposeAsync();
        await _server.DisposeAsync();
    }
}
