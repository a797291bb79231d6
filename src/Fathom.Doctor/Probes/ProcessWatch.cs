using Fathom.Diagnosis.Observations;
using Fathom.Doctor.Probes.Linux;
using Fathom.Doctor.Probes.Runtime;

namespace Fathom.Doctor.Probes;

/// <summary>
/// Watches one process by events of its runtime and by /proc, without root, and leaves nothing behind. Owns a session with the runtime,
/// where there is one, further ones for bursts in a gentle watch, and a loop that reads /proc. Not thread-safe.
/// </summary>
public sealed class ProcessWatch : IAsyncDisposable
{
    private static readonly TimeSpan BetweenReads = TimeSpan.FromMilliseconds(100);

    private readonly WatchDepth _depth;
    private readonly TimeProvider _time;
    private readonly IReadOnlyList<IProcProbe> _procProbes;
    private readonly IReadOnlyList<IRuntimeProbe> _light = RuntimeProbes.Light();
    private readonly IReadOnlyList<IRuntimeProbe> _heavy = RuntimeProbes.Heavy();
    private readonly CancellationTokenSource _ended = new();
    private readonly List<string> _notSeen = [];
    private readonly long _began;
    private RuntimeSession? _session;
    private bool _lacksEvents;
    private BurstSchedule? _bursts;
    private Task _reading = Task.CompletedTask;

    private ProcessWatch(int pid, WatchDepth depth, TimeProvider time)
    {
        (_depth, _time) = (depth, time);
        _procProbes = ProcProbes.Create(pid, time);
        _began = time.GetTimestamp();
    }

    /// <summary>Whether the runtime's events are watched too.</summary>
    public bool SeesRuntime => _session is not null;

    /// <summary>Ends when the process closed its session: it ended. Never where there is no session.</summary>
    public Task RuntimeEnded => _session?.Ended ?? Task.Delay(Timeout.InfiniteTimeSpan, _time, _ended.Token);

    /// <summary>Starts to watch.</summary>
    /// <param name="pid">The process.</param>
    /// <param name="depth">How much the watch may cost the process.</param>
    /// <param name="time">The clock.</param>
    /// <param name="cancellation">Ends the attempt.</param>
    public static async Task<ProcessWatch> StartAsync(int pid, WatchDepth depth, TimeProvider time, CancellationToken cancellation)
    {
        var watch = new ProcessWatch(pid, depth, time);
        watch._reading = watch.ReadAsync();
        try
        {
            watch._session = await RuntimeSession.StartAsync(
                pid, depth == WatchDepth.Whole ? watch._light.Concat(watch._heavy) : watch._light, cancellation);
        }
        catch (Exception e) when (RuntimeSession.IsRefusal(e))
        {
            watch.MissEvents($"events of the .NET runtime were not seen: {e.Message.TrimEnd('.')}.");
        }

        if (watch.SeesRuntime && depth == WatchDepth.Gentle)
        {
            watch._bursts = new BurstSchedule(pid, watch._heavy, time);
        }

        return watch;
    }

    /// <summary>Starts to watch a .NET process, or one whose runtime is only starting.</summary>
    /// <param name="pid">The process.</param>
    /// <param name="depth">How much the watch may cost the process.</param>
    /// <param name="time">The clock.</param>
    /// <param name="cancellation">Ends the attempt.</param>
    /// <returns>Null where its runtime cannot be reached yet.</returns>
    public static async Task<ProcessWatch?> TryStartAsync(
        int pid, WatchDepth depth, TimeProvider time, CancellationToken cancellation) =>
        RuntimePort.Exists(pid) ? await StartAsync(pid, depth, time, cancellation) : null;

    /// <summary>Ends the watch.</summary>
    /// <returns>What was seen.</returns>
    public async Task<WatchResult> EndAsync()
    {
        var watched = _time.GetElapsedTime(_began);
        await _ended.CancelAsync();
        await _reading;
        List<Observation> seen = [WatchQuantities.Watched.Seen(watched.TotalMilliseconds, "clock", watched)];
        seen.AddRange(_procProbes.SelectMany(p => p.Observe(watched)));
        if (_session is { } session)
        {
            if (!await session.StopAsync())
            {
                _notSeen.Add("the process ended before its runtime had named all methods: places in the code may be missing.");
            }

            if (session.WriteFault is { } lost)
            {
                _notSeen.Add($"events of the .NET runtime were lost, because their file cannot be written: {lost.TrimEnd('.')}.");
            }

            if (session.IsCut)
            {
                _notSeen.Add($"events of the .NET runtime were seen until they were {RuntimeSession.MaxBytes >> 20} MiB: watch for a "
                    + "shorter time with --budget to see all of them.");
            }

            var bursts = _bursts is null ? [] : await _bursts.EndAsync();
            seen.AddRange(ReadEvents(session.File, bursts, watched));
        }

        return new WatchResult(seen, _notSeen)
        {
            LacksEvents = _lacksEvents,
            Series = [.. _procProbes.SelectMany(p => p.Series).Concat(_light.SelectMany(p => p.Series))
                .Where(s => s.Points.Any(p => p.Value > 0))],
        };
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _ended.CancelAsync();
        await _reading;
        if (_bursts is not null)
        {
            await _bursts.DisposeAsync();
        }

        if (_session is { } session)
        {
            await session.DisposeAsync();
        }

        _ended.Dispose();
    }

    // Heavy probes see the bursts of a gentle watch, and the one trace of a whole one.
    private IReadOnlyList<Observation> ReadEvents(string file, IReadOnlyList<string> bursts, TimeSpan watched)
    {
        try
        {
            IRuntimeProbe[] inFile = _depth == WatchDepth.Whole ? [.. _light, .. _heavy] : [.. _light];
            if (!RuntimeTrace.Read(file, inFile))
            {
                MissEvents("the runtime sent no events.");
                return [];
            }

            var inBursts = false;
            foreach (var burst in bursts)
            {
                inBursts |= RuntimeTrace.Read(burst, _heavy);
            }

            return
            [
                .. inFile.SelectMany(p => p.Observe(watched)),
                .. inBursts ? _heavy.SelectMany(p => p.Observe(watched)) : [],
            ];
        }
        catch (Exception e) when (e is InvalidDataException or IOException)
        {
            MissEvents($"the events of the runtime cannot be read: {e.Message.TrimEnd('.')}.");
            return [];
        }
    }

    private void MissEvents(string why)
    {
        _lacksEvents = true;
        _notSeen.Add(why);
    }

    private async Task ReadAsync()
    {
        using var timer = new PeriodicTimer(BetweenReads, _time);
        try
        {
            do
            {
                foreach (var probe in _procProbes)
                {
                    probe.Read();
                }
            }
            while (await timer.WaitForNextTickAsync(_ended.Token));
        }
        catch (OperationCanceledException)
        {
            foreach (var probe in _procProbes)
            {
                probe.Read();
            }
        }
    }
}

/// <summary>What a watch saw.</summary>
/// <param name="Observations">At most one per quantity.</param>
/// <param name="NotSeen">What could not be looked at, and why: sentences.</param>
public sealed record WatchResult(IReadOnlyList<Observation> Observations, IReadOnlyList<string> NotSeen)
{
    /// <summary>Whether events of a runtime were asked for in vain; why, is in <see cref="NotSeen"/>. Another watch may see them.</summary>
    public bool LacksEvents { get; init; }

    /// <summary>What was seen over time.</summary>
    public IReadOnlyList<ObservedSeries> Series { get; init; } = [];
}
