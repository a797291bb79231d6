using System.Text.Json.Nodes;
using Fathom.Machines.Prerequisites;
using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Runners;
using Fathom.TestKit;
using Fathom.Tree.Tracing;

namespace Fathom.FunctionalTests.Subjects.Tree;

/// <summary>The five processes and their users, by the subject protocol. A test owns it.</summary>
internal sealed class RunningTree : IAsyncDisposable
{
    private static readonly SubjectTimeouts Timeouts = new() { ToStart = TimeSpan.FromSeconds(90), ToReport = TimeSpan.FromSeconds(60) };
    private static readonly TimeSpan ToRun = TimeSpan.FromSeconds(150);

    private readonly SubjectProcess _tree;
    private readonly SubjectProcess _users;
    private SubjectReply.Ready? _listening;

    private RunningTree(SubjectProcess tree, SubjectProcess users) => (_tree, _users) = (tree, users);

    /// <summary>The address of each process.</summary>
    public IReadOnlyDictionary<string, string> Addresses => _listening!.Addresses!;

    /// <summary>What the tree wrote to standard error.</summary>
    public string Errors => _tree.StandardError;

    /// <summary>Id of the process that started the five.</summary>
    public int Id => _tree.Id;

    public static async Task<RunningTree> StartAsync(params string[] arguments)
    {
        var tree = new RunningTree(
            SubjectProcess.Start(
                SubjectManifest.Server, BuiltSubjects.Catalog.StartInfo("tree", ["--processors", "2", .. arguments]), Timeouts),
            SubjectProcess.Start(SubjectManifest.Client, BuiltSubjects.Catalog.StartInfo("users"), Timeouts));
        try
        {
            tree._listening = await tree._tree.ReadyAsync();
            await tree._users.ReadyAsync();
            return tree;
        }
        catch
        {
            await tree.DisposeAsync();
            throw;
        }
    }

    /// <summary>Skips the test where a driver of users is absent.</summary>
    public static void Require(string driver)
    {
        if (driver == "locust")
        {
            Requires.Present(StudyPrerequisites.Locust);
        }
    }

    /// <summary>The requests of the latest users, as they logged them.</summary>
    public IReadOnlyList<LoggedRequest> Requests => RequestLog.Read(new Uri(Addresses[RequestLog.Address]).LocalPath);

    /// <summary>Runs users as a trial does.</summary>
    /// <param name="driver">Who simulates them.</param>
    /// <param name="users">How many at once.</param>
    /// <param name="requests">Of each.</param>
    /// <param name="thinkMs">Mean pause of each between them.</param>
    /// <param name="api">Where readers go, in place of rest-api's own address.</param>
    /// <param name="meanwhile">What happens while they run.</param>
    public async Task<(ProcessFigures Tree, ProcessFigures Users)> RunAsync(
        string driver, int users = 10, int requests = 10, int thinkMs = 100, string? api = null, Func<Task>? meanwhile = null)
    {
        var addresses = new Dictionary<string, string>(Addresses);
        addresses["rest-api"] = api ?? addresses["rest-api"];
        var workload = new JsonObject
        {
            ["kind"] = "users", ["driver"] = driver, ["users"] = users, ["requests_per_user"] = requests, ["think_ms"] = thinkMs,
            ["warm_up_requests"] = 20, ["target"] = addresses["rest-api"], ["certificate"] = null,
            ["addresses"] = new JsonObject(addresses.Select(a => KeyValuePair.Create(a.Key, (JsonNode?)a.Value))),
        };
        await _users.WarmAsync(workload, ToRun);
        await _tree.BeginAsync();
        var running = _users.RunAsync(workload, ToRun);
        if (meanwhile is not null)
        {
            await meanwhile();
        }

        try
        {
            var ofUsers = await running;
            return (await _tree.EndAsync(), ofUsers);
        }
        catch (SubjectException e)
        {
            throw new InvalidOperationException($"{e.Message} {e.StandardError} {Errors}", e);
        }
    }

    public async ValueTask DisposeAsync()
    {
        await _users.DisposeAsync();
        await _tree.DisposeAsync();
    }
}
