using Fathom.Diagnosis.Experiments;
using Fathom.Diagnosis.Observations;
using Fathom.Doctor.Probes.Outside.Transfers;
using Fathom.Records.Words;

namespace Fathom.Doctor.Probes.Outside.Behaviour;

/// <summary>
/// PING and no-op calls in a dense row on two connections, first alone and then while the method is called one at a time on a third: what
/// stops a whole server stops both, and what one call holds up shows beside it.
/// </summary>
internal sealed class DenseProbe : IServiceProbe
{
    private const string Name = "dense";
    private const string Reason = "event-loop-blocked, gc-pauses, cpu-quota-throttling: stops of the server";

    // A third of a stop's least length: no stop falls between two questions.
    private const double SlotMs = 15;
    private const double MinRate = 180;
    private const double CallsShare = 0.25;
    private const double TcpMs = 400;

    // What a path of 10 Mbit/s carries in the time of the shortest stop.
    private const int LargeRequest = 64 * 1024;

    // This machine then delays the probe too often to tell the server's stops.
    private const double MaxOwnDelayShare = 0.1;

    private static readonly TimeSpan Alone = TimeSpan.FromSeconds(1.5);
    private static readonly TimeSpan Loaded = TimeSpan.FromSeconds(3);

    /// <inheritdoc/>
    public string Describe(ProbeSession session) => $"Sends PING and no-op calls every {SlotMs} ms on two connections, for "
        + $"{FigureText.Number(Alone.TotalSeconds)} s alone and {FigureText.Number(Loaded.TotalSeconds)} s beside one "
        + "call at a time: does the whole server stop at times, or a call stop it?";

    /// <inheritdoc/>
    public SkipReason? WhySkipped(ProbeSession session) => session.MaxRate < MinRate
        ? new($"{Reason} were not watched, which takes {MinRate} calls a second; --max-rate allows "
            + $"{FigureText.Number(session.MaxRate)}.", IsGap: true) : null;

    /// <inheritdoc/>
    public async Task ObserveAsync(ProbeSession session, CancellationToken cancellation)
    {
        var connections = await session.RentAsync(ProbeConnectionOptions.Default, 3, cancellation);
        // No more than the mean rate allows over both parts together.
        await session.ReserveAsync((int)(Math.Min(session.MaxRate, MinRate) * (Alone + Loaded).TotalSeconds), cancellation);
        var alone = await WatchAsync(session, connections, Alone, isLoaded: false, cancellation);
        var loaded = await WatchAsync(session, connections, Loaded, isLoaded: true, cancellation);
        session.Observe(Name, BehaviourQuantities.NoOpBesideOne, loaded.NoOps);
        session.Observe(Name, BehaviourQuantities.PingBesideOne, loaded.Pings);
        session.Observe(Name, BehaviourQuantities.TcpBesideOne, loaded.Tcp);
        var fingerprint = connections[1].Fingerprint;
        session.Observe(Name, BehaviourQuantities.IsRecognised, fingerprint.IsRecognised);
        session.ObserveKnown(Name, BehaviourQuantities.Library, fingerprint.Library);
        session.ObserveKnown(Name, BehaviourQuantities.SpeaksOwnHttp2, fingerprint.SpeaksOwnHttp2);
        var own = Math.Max(alone.Stops.OwnDelayShare, loaded.Stops.OwnDelayShare);
        if (own > MaxOwnDelayShare)
        {
            session.NotSeen.Add($"{Reason} cannot be told: this machine did not run the probe itself for "
                + $"{FigureText.Number(100 * own)} % of the time.");
            return;
        }

        session.PingStops = loaded.PingStops;
        (session.WatchedMs, session.WatchedNoOpMs) = loaded.Stops.Count == 0 ? (loaded.CallMs, loaded.NoOps) : ([], []);
        session.Observe(Name, BehaviourQuantities.IdleStops, (double)alone.Stops.Count);
        session.Observe(Name, BehaviourQuantities.IdleStopShare, alone.Stops.Share);
        session.Observe(Name, BehaviourQuantities.LoadedStops, (double)loaded.Stops.Count);
        session.Observe(Name, BehaviourQuantities.LoadedStopShare, loaded.Stops.Share);
        session.Observe(Name, BehaviourQuantities.LongestStop, Math.Max(alone.Stops.LongestMs, loaded.Stops.LongestMs));
        session.Observe(Name, BehaviourQuantities.StopGrid, loaded.Stops.GridFit(100));
    }

    private static async Task<DenseTimes> WatchAsync(
        ProbeSession session, IReadOnlyList<ProbeConnection> connections, TimeSpan length, bool isLoaded, CancellationToken cancellation)
    {
        using var own = new SchedulingDelayMonitor(session.Time);
        var began = session.Time.GetTimestamp();
        bool Goes() => session.Time.GetElapsedTime(began) < length;
        var (first, second) = (new DenseRow(), new DenseRow());
        var (tcp, calls, moves) = (new List<double>(), new List<double>(), new List<StampSpan>());
        var tasks = new List<Task>
        {
            first.AskAsync(session, connections[1], SlotMs, Goes, cancellation),
            second.AskAsync(session, connections[2], SlotMs, Goes, cancellation),
            ConnectAsync(session, connections[0], tcp, Goes, cancellation),
        };
        if (isLoaded)
        {
            tasks.Add(CallAsync(session, connections[0], calls, moves, Goes, cancellation));
        }

        await Task.WhenAll(tasks);
        var watched = session.Milliseconds(began, session.Time.GetTimestamp());
        List<(double SentMs, double TookMs)> pings =
            [.. first.Pings.Select(p => (session.Milliseconds(began, p.From), session.Milliseconds(p.From, p.To)))];
        return new DenseTimes([.. first.NoOps, .. second.NoOps],
            [.. pings.Select(p => p.TookMs), .. second.Pings.Select(p => session.Milliseconds(p.From, p.To))], tcp,
            new ServerStops(first.Unanswered, second.Unanswered, own.End(), moves, watched, session.Time))
        {
            CallMs = calls,
            PingStops = pings.Count < PingWaits.MinPings ? null : PingWaits.SharesOf(pings, session.RoundTripMs),
        };
    }

    private static async Task CallAsync(ProbeSession session, ProbeConnection connection, List<double> times, List<StampSpan> moves,
        Func<bool> goes, CancellationToken cancellation)
    {
        while (goes())
        {
            var started = session.Start(connection, isNoOp: false);
            var following = session.RequestBytes < LargeRequest ? null : MessageMoves.FollowAsync(session, connection, [started]);
            var call = await session.EndAsync(connection, started, cancellation);
            var request = following is null ? null : await following;
            moves.AddRange(new[] { request, MessageMoves.Reply(call) }.OfType<StampSpan>());
            times.Add(session.Milliseconds(call.Asked, call.EndedAt));
            await ExactPause.UntilAsync(session.Time, call.Asked, 1000 / (CallsShare * session.MaxRate), cancellation);
        }
    }

    private static async Task ConnectAsync(
        ProbeSession session, ProbeConnection connection, List<double> times, Func<bool> goes, CancellationToken cancellation)
    {
        while (goes())
        {
            if (await connection.ConnectAgainAsync(cancellation) is { } time)
            {
                times.Add(time);
            }

            await Task.Delay(TimeSpan.FromMilliseconds(TcpMs), session.Time, cancellation);
        }
    }
}

/// <summary>What a dense row of questions on two connections showed.</summary>
/// <param name="NoOps">No-op calls, ms.</param>
/// <param name="Pings">PINGs, ms.</param>
/// <param name="Tcp">Times to connect TCP, ms.</param>
/// <param name="Stops">The stops of the server.</param>
internal sealed record DenseTimes(
    IReadOnlyList<double> NoOps, IReadOnlyList<double> Pings, IReadOnlyList<double> Tcp, ServerStops Stops)
{
    /// <summary>Calls of the method, ms.</summary>
    public required IReadOnlyList<double> CallMs { get; init; }

    /// <summary>Share of the time in which PING waited, one value for each part of it; null where too few were answered.</summary>
    public IReadOnlyList<double>? PingStops { get; init; }
}
