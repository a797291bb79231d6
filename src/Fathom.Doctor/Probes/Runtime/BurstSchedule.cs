namespace Fathom.Doctor.Probes.Runtime;

/// <summary>
/// Sessions of a few tenths of a second with a runtime, for probes that cost a process time while they watch: stacks, and the counters of
/// its network. Owns the sessions and their files. Not thread-safe.
/// </summary>
internal sealed class BurstSchedule : IAsyncDisposable
{
    // Of 6.25 s a watched client is slower for 0.25 s, and its runtime names its methods once.
    private static readonly TimeSpan Burst = TimeSpan.FromMilliseconds(250);
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(6);

    private readonly int _pid;
    private readonly IReadOnlyList<IRuntimeProbe> _probes;
    private readonly TimeProvider _time;
    private readonly List<RuntimeSession> _sessions = [];
    private readonly CancellationTokenSource _ended = new();
    private readonly Task _running;

    /// <summary>Begins with a burst.</summary>
    public BurstSchedule(int pid, IReadOnlyList<IRuntimeProbe> probes, TimeProvider time)
    {
        (_pid, _probes, _time) = (pid, probes, time);
        _running = RunAsync();
    }

    /// <summary>Ends the burst under way, and the schedule.</summary>
    /// <returns>The files of events, in their order.</returns>
    public async Task<IReadOnlyList<string>> EndAsync()
    {
        await _ended.CancelAsync();
        await _running;
        return [.. _sessions.Select(s => s.File)];
    }

    public async ValueTask DisposeAsync()
    {
        await EndAsync();
        foreach (var session in _sessions)
        {
            await session.DisposeAsync();
        }

        _ended.Dispose();
    }

    private async Task RunAsync()
    {
        // A process that ends has no further bursts; those before are kept.
        while (!_ended.IsCancellationRequested && _sessions.Sum(s => new FileInfo(s.File).Length) < RuntimeSession.MaxBytes
            && await BurstAsync())
        {
            await DelayAsync(Pause);
        }
    }

    private async Task<bool> BurstAsync()
    {
        try
        {
            var session = await RuntimeSession.StartAsync(_pid, _probes, _ended.Token);
            _sessions.Add(session);
            await DelayAsync(Burst);
            return await session.StopAsync();
        }
        catch (Exception e) when (RuntimeSession.IsRefusal(e) || e is OperationCanceledException)
        {
            return false;
        }
    }

    private Task DelayAsync(TimeSpan delay) => Task.Delay(delay, _time, _ended.Token)
        .ContinueWith(_ => { }, CancellationToken.None, TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
}
