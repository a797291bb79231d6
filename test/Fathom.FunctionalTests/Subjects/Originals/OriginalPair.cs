using System.Text.Json.Nodes;
using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Runners;

namespace Fathom.FunctionalTests.Subjects.Originals;

/// <summary>A server and a client as processes, by the subject protocol. <see cref="OriginalSubjects"/> owns them.</summary>
internal sealed class OriginalPair((SubjectProcess Process, SubjectReply.Ready Listening) server, SubjectProcess client)
{
    private static readonly TimeSpan ToRun = TimeSpan.FromSeconds(60);

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
        workload["target"] ??= server.Listening.Address;
        workload["certificate"] = server.Listening.Certificate;
        await client.WarmAsync(workload, ToRun);
        await server.Process.BeginAsync();
        var ofClient = await client.RunAsync(workload, ToRun);
        return (await server.Process.EndAsync(), ofClient);
    }
}
