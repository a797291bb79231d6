using Microsoft.Diagnostics.NETCore.Client;

namespace Fathom.Doctor.Probes.Runtime;

/// <summary>
/// An EventPipe session with a .NET process. Owns the session and a temporary file of its events, and leaves neither behind. The process
/// writes into a buffer of its own and drops events rather than wait.
/// </summary>
internal sealed class RuntimeSession : IAsyncDisposable
{
    private const int BufferMb = 64;
    private static readonly TimeSpan ToStop = TimeSpan.FromSeconds(20);

    private readonly EventPipeSession _session;
    private readonly string _folder;
    private readonly Task _copy;

    private RuntimeSession(EventPipeSession session, string folder)
    {
        (_session, _folder) = (session, folder);
        _copy = CopyAsync();
    }

    /// <summary>The file of events.</summary>
    public string File => Path.Combine(_folder, "events.nettrace");

    /// <summary>Ends when the process has closed the session.</summary>
    public Task Ended => _copy;

    /// <summary>Starts a session.</summary>
    /// <param name="pid">A .NET process of the same user.</param>
    /// <param name="probes">What to watch.</param>
    /// <param name="cancellation">Ends the attempt.</param>
    /// <exception cref="DiagnosticsClientException">The runtime refuses.</exception>
    /// <exception cref="IOException">The process has ended.</exception>
    public static async Task<RuntimeSession> StartAsync(int pid, IEnumerable<IRuntimeProbe> probes, CancellationToken cancellation)
    {
        var providers = RuntimeProviders.Combine(probes.SelectMany(p => p.Providers));
        var session = await new DiagnosticsClient(pid).StartEventPipeSessionAsync(providers, true, BufferMb, cancellation);
        return new RuntimeSession(session, Directory.CreateTempSubdirectory("fathom-doctor-").FullName);
    }

    /// <summary>Asks the runtime to stop, and waits for its last events, which name the methods of all stacks.</summary>
    /// <returns>Whether all events are there.</returns>
    public async Task<bool> StopAsync()
    {
        try
        {
            using var patience = new CancellationTokenSource(ToStop);
            await _session.StopAsync(patience.Token);
            await _copy.WaitAsync(ToStop, TimeProvider.System, CancellationToken.None);
            return true;
        }
        catch (Exception e) when (e is DiagnosticsClientException or IOException or TimeoutException or OperationCanceledException
            or UnauthorizedAccessException)
        {
            // It ended by itself: then what it wrote before is complete.
            return _copy.IsCompletedSuccessfully;
        }
    }

    /// <summary>Ends the session and deletes its file.</summary>
    public async ValueTask DisposeAsync()
    {
        _session.Dispose();
        await _copy.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        Directory.Delete(_folder, recursive: true);
    }

    private async Task CopyAsync()
    {
        await using var file = System.IO.File.Create(File);
        try
        {
            await _session.EventStream.CopyToAsync(file);
        }
        catch (Exception e) when (e is IOException or ObjectDisposedException)
        {
            // The process was killed: what it sent before can be read.
        }
    }
}
