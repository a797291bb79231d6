using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Runners;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Subjects.Originals;

/// <summary>Servers and clients on the original libraries, each started when a test first needs it and shared by the tests of the
/// collection, which run one after the other. Owns the processes.</summary>
public sealed class OriginalSubjects : IAsyncDisposable
{
    private const string NewClient = "new client";

    private static readonly SubjectTimeouts Timeouts = new() { ToStart = TimeSpan.FromSeconds(60), ToReport = TimeSpan.FromSeconds(60) };

    private readonly Dictionary<string, (SubjectProcess Process, SubjectReply.Ready Listening)> _started = [];

    /// <summary>A server and a client.</summary>
    internal async Task<OriginalPair> PairAsync(string server, string client, params string[] serverArguments) =>
        new(await SharedAsync(server, serverArguments), (await SharedAsync(client, ArgumentsOf(client))).Process);

    /// <summary>A server, and a client whose process has called nothing yet, sees two processors, and is ended by the next such
    /// pair.</summary>
    internal async Task<OriginalPair> PairWithNewClientAsync(string server, string client)
    {
        if (_started.Remove(NewClient, out var former))
        {
            await former.Process.DisposeAsync();
        }

        return new(await SharedAsync(server, []),
            (_started[NewClient] = await StartAsync(client, ArgumentsOf(client), processors: 2)).Process);
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var (process, _) in _started.Values)
        {
            await process.DisposeAsync();
        }
    }

    private static string[] ArgumentsOf(string client) => client == "grpc-core" ? ["--client"] : [];

    private async Task<(SubjectProcess Process, SubjectReply.Ready Listening)> SharedAsync(string subject, string[] arguments)
    {
        var name = string.Join(' ', [subject, .. arguments]);
        return _started.TryGetValue(name, out var running) ? running : _started[name] = await StartAsync(subject, arguments);
    }

    private static async Task<(SubjectProcess Process, SubjectReply.Ready Listening)> StartAsync(
        string subject, string[] arguments, int? processors = null)
    {
        var info = BuiltSubjects.Catalog.StartInfo(subject, arguments);
        if (processors is not null)
        {
            info.Environment["DOTNET_PROCESSOR_COUNT"] = $"{processors}";
        }

        var process = SubjectProcess.Start(subject, info, Timeouts);
        try
        {
            return (process, await process.ReadyAsync());
        }
        catch
        {
            await process.DisposeAsync();
            throw;
        }
    }
}

/// <summary>Tests that share <see cref="OriginalSubjects"/>.</summary>
[CollectionDefinition(nameof(OriginalSubjects))]
public sealed class OriginalSubjectsDefinition : ICollectionFixture<OriginalSubjects>;
