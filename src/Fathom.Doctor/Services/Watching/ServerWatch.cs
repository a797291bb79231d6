using System.Diagnostics;
using Fathom.Machines.Kernel;

namespace Fathom.Doctor.Services.Watching;

/// <summary>Looks at the processes of a server again and again, while calls are served and in pauses between these.</summary>
/// <param name="processes">The processes.</param>
/// <param name="servers">These, of each of several servers behind a proxy; empty of one server.</param>
internal sealed class ServerWatch(IReadOnlyList<int> processes, IReadOnlyList<ProxiedServer> servers)
{
    // A look takes 0.6 ms, which it must not take from the calls.
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(5);

    private readonly Lock _row = new();
    private readonly SocketWatch _sockets = new(processes);
    private readonly long _began = Stopwatch.GetTimestamp();
    private List<ServerLook> _looks = [];
    private int _count;

    /// <summary>How often it was looked at.</summary>
    public int Looks => Volatile.Read(ref _count);

    /// <summary>Watches.</summary>
    /// <param name="calls">Calls that are made at once.</param>
    /// <param name="callAsync">Makes them.</param>
    /// <param name="plan">How often, and for how long.</param>
    /// <param name="cancellation">Ends it.</param>
    public async Task<ServerActivity> WatchAsync(int calls, Func<Task> callAsync, WatchPlan plan, CancellationToken cancellation)
    {
        var rows = new List<LookRow>();
        var counted = default(ServerCounters) with { Reads = default(ServerReads) };
        var computed = new double[servers.Count];
        using var ended = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        Turn(Look());
        var looking = LookAsync(ended.Token);
        try
        {
            while (rows.Count(r => r.IsCalling) < plan.Fewest || Stopwatch.GetElapsedTime(_began) < plan.Length)
            {
                await Task.Delay(plan.Pause, cancellation);
                rows.Add(new LookRow(IsCalling: false, Turn(Look())));
                var (before, of) = (ServerCounters.Of(processes), ComputedOfEach());
                await callAsync();
                counted += ServerCounters.Of(processes) - before;
                computed = [.. ComputedOfEach().Zip(of, computed).Select(c => c.Third + c.First - c.Second)];
                rows.Add(new LookRow(IsCalling: true, Turn(Look())));
            }
        }
        finally
        {
            await ended.CancelAsync();
            await looking;
        }

        var served = rows.FindAll(r => r.IsCalling);
        var peers = PeerActivities.Of(rows);
        return new ServerActivity(calls, served.Average(r => r.LengthMs), counted / served.Count,
            WaitShare.Of(rows, peers.Select(p => p.AwaitedShare + p.UnclearShare).DefaultIfEmpty().Max()), peers)
        {
            Servers = [.. servers.Zip(computed, (s, c) => new ServedShare(s.Port, c / Math.Max(1e-9, computed.Sum())))],
        };
    }

    private IEnumerable<double> ComputedOfEach() =>
        servers.Select(s => s.Processes.Sum(p => ProcessProcessors.TimeOf(p) ?? 0)).ToList();

    // Ends a row of looks and begins the next one.
    private List<ServerLook> Turn(ServerLook look)
    {
        lock (_row)
        {
            var looks = _looks;
            looks.Add(look);
            _looks = [look];
            return looks;
        }
    }

    private async Task LookAsync(CancellationToken ended)
    {
        while (!ended.IsCancellationRequested)
        {
            var row = Volatile.Read(ref _looks);
            var look = Look();
            lock (_row)
            {
                // One that began before what is looked at now is of neither.
                if (row == _looks)
                {
                    row.Add(look);
                }
            }

            Interlocked.Increment(ref _count);
            await Task.Delay(Interval, ended).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    private ServerLook Look()
    {
        var (tcp, asked) = _sockets.Look();
        return new ServerLook(Stopwatch.GetElapsedTime(_began).TotalMilliseconds, OpenedConnections.Among(tcp), asked,
            [.. processes.SelectMany(ThreadWaits.Of)]);
    }
}
