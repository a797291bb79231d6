using Fathom.Diagnosis.Experiments;
using Fathom.Doctor.Probes.Outside.Behaviour;
using Fathom.Doctor.Probes.Outside.Hangs;
using Fathom.Doctor.Probes.Outside.Transfers;

namespace Fathom.Doctor.Probes.Outside;

/// <summary>Carries trials out. Has no state of its own.</summary>
internal static class TrialRunner
{
    // No-op calls beside a trial, at most.
    private const int MaxBeside = 12;

    private const int MaxPings = 500;
    private static readonly TimeSpan BetweenPings = TimeSpan.FromMilliseconds(10);

    // TCP is connected again beside each of these, and beside the second and third: a queue on the way is empty when a trial begins, and
    // where it grows long there is no fourth no-op call.
    private const int ConnectsEach = 4;

    /// <summary>Makes the calls of a trial, on connections that have carried calls before.</summary>
    /// <param name="session">The connections.</param>
    /// <param name="trial">The trial.</param>
    /// <param name="cancellation">Ends it.</param>
    /// <param name="begin">Called right before the calls; null for nothing.</param>
    /// <param name="observe">Called right after the calls, while others of those beside them may be in flight; null for nothing.</param>
    /// <exception cref="ProbeException">A call failed, or did not end.</exception>
    public static async Task<ProbeTrialResult> RunAsync(ProbeSession session, ServiceTrial trial, CancellationToken cancellation,
        Action? begin = null, Func<ServerUse?>? observe = null)
    {
        try
        {
            return await ProbeSession.AgainAsync(() => trial switch
            {
                { Holding: not null } => ExhaustedWindow.RunAsync(session, trial, cancellation),
                { GivenUpAfter: { } limit } => LimitedTrial.RunAsync(session, trial, limit, cancellation),
                { IsPing: true } => PingAsync(session, trial, cancellation),
                _ => TimeAsync(session, trial, begin, observe, cancellation),
            });
        }
        catch (UnansweredException e)
        {
            e.Trial = trial with { Connections = 1, IsWatched = false, Pause = null };
            throw;
        }
    }

    private static async Task<ProbeTrialResult> PingAsync(ProbeSession session, ServiceTrial trial, CancellationToken cancellation)
    {
        var connection = (await session.RentAsync(trial.Options, 1, cancellation))[0];
        return ProbeTrialResult.OfTime(await connection.PingAsync(cancellation) is { } times
            ? session.Milliseconds(times.Sent, times.Acknowledged) : 0);
    }

    private static async Task<ProbeTrialResult> TimeAsync(
        ProbeSession session, ServiceTrial trial, Action? begin, Func<ServerUse?>? observe, CancellationToken cancellation)
    {
        var connections = await session.RentAsync(trial.Options, trial.Connections, cancellation);
        if (trial.IsWatched)
        {
            // Before the time begins to count.
            await session.BesideAsync(cancellation);
        }

        if (trial.Pause is { } pause)
        {
            await session.CallAsync(connections[0], isNoOp: false, cancellation);
            await Task.Delay(pause, session.Time, cancellation);
            // One that the server has closed meanwhile is replaced by another that has carried a call.
            connections = await session.RentAsync(trial.Options, trial.Connections, cancellation);
        }

        await session.ReserveAsync(trial.Calls + (trial.IsWatched ? MaxBeside : 0), cancellation);
        var (before, paused) = trial.AfterMs > 0
            ? await PauseAsync(session, trial.AfterMs, begin, observe, cancellation) : (null, 0);
        using var ended = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        await using var others = await CallsBeside.StartAsync(session, trial, cancellation);
        begin?.Invoke();
        Task<BesideTimes>? beside = null;
        List<ProbeCall> calls;
        List<ProbeCall> started = [];
        Task<StampSpan?>? following = null;
        ServerUse? server;
        var held = connections[0].HeldByReceiverMilliseconds ?? 0;
        var began = session.Time.GetTimestamp();
        try
        {
            var calling = CallAsync(session, trial, connections, started, cancellation);
            following = trial.IsFollowed ? MessageMoves.FollowAsync(session, connections[0], [.. started]) : null;
            beside = trial.IsWatched ? WatchAsync(session, trial, ended) : null;
            calls = await calling;
            server = observe?.Invoke();
        }
        finally
        {
            await ended.CancelAsync();
        }

        var ordered = calls.OrderBy(c => c.EndedAt).ToList();
        return new ProbeTrialResult(
            session.Milliseconds(began, ordered[^1].EndedAt), [.. ordered.Select(c => session.Milliseconds(c.Asked, c.EndedAt))],
            [.. ordered.Select(c => session.Milliseconds(began, c.EndedAt))], ordered,
            beside is null ? BesideTimes.None : await beside)
        {
            BeganMs = session.Milliseconds(0, began),
            Server = server,
            Before = before,
            BeforeMs = paused,
            HeldMs = trial.Connections == 1 && connections[0].HeldByReceiverMilliseconds is { } until ? until - held : 0,
            MovedMs = MessageMoves.Milliseconds(session, calls, following is null ? null : await following),
        };
    }

    /// <summary>Waits, without calls.</summary>
    /// <param name="session">Its clock.</param>
    /// <param name="ms">For how long, ms.</param>
    /// <param name="begin">Called before.</param>
    /// <param name="observe">Called after.</param>
    /// <param name="cancellation">Ends it.</param>
    /// <returns>What was observed, and how long it took, ms.</returns>
    public static async Task<(ServerUse? Use, double Ms)> PauseAsync(
        ProbeSession session, double ms, Action? begin, Func<ServerUse?>? observe, CancellationToken cancellation)
    {
        begin?.Invoke();
        var began = session.Time.GetTimestamp();
        await Task.Delay(TimeSpan.FromMilliseconds(ms), session.Time, cancellation);
        return (observe?.Invoke(), session.Milliseconds(began, session.Time.GetTimestamp()));
    }

    private static async Task<List<ProbeCall>> CallAsync(ProbeSession session, ServiceTrial trial,
        IReadOnlyList<ProbeConnection> connections, List<ProbeCall> started, CancellationToken cancellation)
    {
        List<ProbeCall> calls = [];
        var running = new List<Task<ProbeCall>>();
        for (var i = 0; i < trial.Calls; i++)
        {
            if (running.Count == trial.AtOnce)
            {
                var first = await Task.WhenAny(running);
                running.Remove(first);
                calls.Add(await first);
                await ExactPause.UntilAsync(session.Time, calls[^1].EndedAt, trial.PauseMs, cancellation);
            }

            if (connections[i % connections.Count].Ended is not null)
            {
                connections = await session.RentAsync(trial.Options, trial.Connections, cancellation);
            }

            var connection = connections[i % connections.Count];
            started.Add(session.Start(connection, trial.IsNoOp));
            running.Add(session.EndAsync(connection, started[^1], cancellation));
        }

        calls.AddRange(await Task.WhenAll(running));
        return calls;
    }

    // Until the trial has ended; what is in flight then is waited for, since a starved server answers it last.
    private static async Task<BesideTimes> WatchAsync(ProbeSession session, ServiceTrial trial, CancellationTokenSource ended)
    {
        var first = await session.BesideAsync(CancellationToken.None);
        await Task.Delay(TimeSpan.FromMilliseconds(ServiceTrial.BesideAfterMs(session.RoundTripMs)), session.Time, ended.Token)
            .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        // Kestrel answers PING on the pool that serves calls: a row of them shows each time at which no thread was left.
        var row = first.Fingerprint.AnswersOnPool ? PingInRowAsync(session, first, ended.Token) : null;
        List<double> pings = [];
        List<double> noOps = [];
        List<Task<double?>> connects = [];
        // Of other servers than Kestrel an idle connection may send few PINGs: each follows a call.
        for (var i = 0; i < MaxBeside && !ended.IsCancellationRequested; i++)
        {
            var connection = await session.BesideAsync(CancellationToken.None);
            if (trial.TimesTcp && (i is 1 or 2 || i % ConnectsEach == 0))
            {
                connects.Add(connection.ConnectAgainAsync(CancellationToken.None));
            }

            var ping = connection.PingAsync(CancellationToken.None);
            var noOp = session.EndAsync(connection, session.Start(connection, isNoOp: true), CancellationToken.None);
            if (await ping is { } times)
            {
                pings.Add(session.Milliseconds(times.Sent, times.Acknowledged));
            }

            var call = await noOp;
            noOps.Add(session.Milliseconds(call.Asked, call.EndedAt));
            await Task.Delay(TimeSpan.FromMilliseconds(1 << Math.Min(i, 8)), session.Time, ended.Token)
                .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        return new BesideTimes(row is null ? pings : [.. pings, .. await row], noOps, (await Task.WhenAll(connects)).Max());
    }

    private static async Task<List<double>> PingInRowAsync(ProbeSession session, ProbeConnection connection, CancellationToken ended)
    {
        List<double> pings = [];
        while (!ended.IsCancellationRequested && pings.Count < MaxPings
            && await connection.PingAsync(CancellationToken.None) is { } times)
        {
            pings.Add(session.Milliseconds(times.Sent, times.Acknowledged));
            await Task.Delay(BetweenPings, session.Time, ended).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        return pings;
    }
}
