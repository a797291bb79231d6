using System.Collections.Concurrent;
using Fathom.FunctionalTests.Subjects;
using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Runners;
using Fathom.TestKit;

[assembly: AssemblyFixture(typeof(ServedSubjects))]

namespace Fathom.FunctionalTests.Subjects;

/// <summary>Servers among the subjects, one for each command line, started when a test first asks and shared until the run ends: by tests
/// that only call them. Owns their processes.</summary>
public sealed class ServedSubjects : IAsyncDisposable
{
    private static readonly SubjectTimeouts Timeouts = new() { ToStart = TimeSpan.FromSeconds(60) };

    private readonly ConcurrentDictionary<string, Lazy<Task<(SubjectProcess Process, Uri Address)>>> _started = new();

    /// <summary>The address of a subject with these arguments.</summary>
    public async Task<Uri> AddressAsync(string subject, params string[] arguments) => (await _started.GetOrAdd(
        string.Join(' ', [subject, .. arguments]), _ => new(() => StartAsync(subject, arguments))).Value).Address;

    /// <summary>The address without its scheme.</summary>
    public async Task<string> TargetAsync(string subject, params string[] arguments) => (await AddressAsync(subject, arguments)).Authority;

    public async ValueTask DisposeAsync()
    {
        foreach (var started in _started.Values)
        {
            await (await started.Value).Process.DisposeAsync();
        }
    }

    private static async Task<(SubjectProcess Process, Uri Address)> StartAsync(string subject, string[] arguments)
    {
        var process = SubjectProcess.Start(SubjectManifest.Server, BuiltSubjects.Catalog.StartInfo(subject, arguments), Timeouts);
        try
        {
            return (process, new Uri((await process.ReadyAsync()).Address!));
        }
        catch
        {
            await process.DisposeAsync();
            throw;
        }
    }
}
