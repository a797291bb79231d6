using Microsoft.Diagnostics.NETCore.Client;

namespace Fathom.Doctor.Probes.Runtime;

/// <summary>An EventPipe session with a .NET process. Owns the session and a temporary file of its events, and leaves neither behind. The
/// process writes into a buffer of its own and drops events rather than wait.</summary>
internal sealed class RuntimeSession : IAsyncDisposable
{
    /// <summary>Bytes of events from which the runtime is asked to stop. At half as many more the session is closed: what is at the other
    /// end of the port decides what it sends.</summary>
    public const long MaxBytes = 256 << 20;

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

    /// <summary>Whether it ended because of <see cref="MaxBytes"/>.</summary>
    public bool IsCut { get; private set; }

    /// <summary>Why the latest events could not be written; null where they were: a full disk.</summary>
    public string? WriteFault { get; private set; }

    /// <summary>Ends when the process has closed the session.</summary>
    public Task Ended => _copy;

    /// <summary>Starts a session.</summary>
    /// <param name="pid">A .NET process of the same user.</param>
    /// <param name="readers">Who reads its events.</param>
    /// <param name="cancellation">Ends the attempt.</param>
    /// <exception cref="DiagnosticsClientException">The runtime refuses.</exception>
    /// <exception cref="IOException">The process has ended.</exception>
    public static async Task<RuntimeSession> StartAsync(int pid, IEnumerable<IRuntimeReader> readers, CancellationToken cancellation)
    {
        var providers = RuntimeProviders.Combine(readers.SelectMany(r => r.Providers));
        var client = await RuntimePort.ConnectAsync(pid, cancellation);
        var session = await client.StartEventPipeSessionAsync(providers, true, BufferMb, cancellation);
        return new RuntimeSession(session, Directory.CreateTempSubdirectory(Leftovers.Name).FullName);
    }

    /// <summary>Whether a session could not begin for this reason: the runtime refused, has ended, or does not answer.</summary>
    public static bool IsRefusal(Exception error) =>
        error is DiagnosticsClientException or IOException or UnauthorizedAccessException or TimeoutException;

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
        // Without a buffer: what cannot be written is known at once.
        await using var file = new FileStream(File, FileMode.Create, FileAccess.Write, FileShare.Read, bufferSize: 0);
        try
        {
            var buffer = new byte[1 << 16];
            for (int read; (read = await _session.EventStream.ReadAsync(buffer)) > 0 && file.Length < MaxBytes + (MaxBytes / 2);)
            {
                if (!await TryWriteAsync(file, buffer.AsMemory(0, read)))
                {
                    return;
                }

                if (!IsCut && file.Length >= MaxBytes)
                {
                    IsCut = true;
                    _ = StopAsync();
                }
            }
        }
        catch (Exception e) when (e is IOException or ObjectDisposedException)
        {
            // The process was killed: what it sent before can be read.
        }
    }

    private async Task<bool> TryWriteAsync(FileStream file, ReadOnlyMemory<byte> events)
    {
        try
        {
            await file.WriteAsync(events);
            return true;
        }
        catch (IOException e)
        {
            WriteFault = e.Message;
            return false;
        }
    }
}
