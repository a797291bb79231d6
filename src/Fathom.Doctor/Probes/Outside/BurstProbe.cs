using Fathom.Diagnosis.Observations;
using Fathom.Doctor.Probes.Outside.Behaviour;
using Fathom.Statistics;

namespace Fathom.Doctor.Probes.Outside;

/// <summary>
/// Makes calls at once, on one connection and spread over four, with PING and no-op calls on another connection meanwhile: together, in
/// steps or one by one is how they end, and what else slows down says what they wait for.
/// </summary>
internal sealed class BurstProbe : IServiceProbe
{
    /// <summary>Connections over which a burst is spread.</summary>
    public const int Spread = 4;

    private const string Name = "burst";

    private const int AgainCalls = 3;
    private const double WarmerShare = 0.75;

    // Served one by one, calls must not take longer than this together.
    private const double LongestMs = 8_000;

    // Replies that take this long, and this part of their call, share the path: what that makes of calls at once others have shown.
    private const double LargeMs = 300;
    private const double LargeShare = 0.5;

    // A short burst is repeated, and the shorter one counts: noise only adds.
    private const double ShortMs = 1_000;

    /// <inheritdoc/>
    public string? NotNeeded(ProbeSession session)
    {
        var call = session.Value(ServiceQuantities.CallTime);
        return session.Has(PathQuantities.BulkTime) && call > LargeMs && session.Value(PathQuantities.TransferTime) > LargeShare * call
            ? "more calls at once would wait for the path, as large ones do" : null;
    }

    /// <inheritdoc/>
    public string Asks(ProbeSession session) => $"Makes {CallsOf(session)} calls at once, on one connection and on {Spread}, with PING and "
        + "no-op calls on another meanwhile: do calls wait for each other, and for what?";

    /// <inheritdoc/>
    public async Task ObserveAsync(ProbeSession session, CancellationToken cancellation)
    {
        await LookAgainAsync(session, cancellation);
        var calls = CallsOf(session);
        var burst = new ServiceTrial { Calls = calls, AtOnce = calls };
        var server = await ServerLoad.FindAsync(session.Target.Address, cancellation);
        var (one, load) = await ShorterAsync(session, burst with { IsWatched = true }, server, cancellation);
        session.Observe(Name, ServiceQuantities.BurstCalls, (double)calls);
        session.Observe(Name, ServiceQuantities.BurstTime, one.TotalMs);
        session.Observe(Name, ServiceQuantities.BurstTail, one.Tail);
        session.Observe(Name, ServiceQuantities.LoadedNoOp, Sample.Median([.. one.Beside.NoOps]));
        session.Observe(Name, ServiceQuantities.LongestNoOp, one.Beside.NoOps.Max());
        foreach (var (quantity, value) in load)
        {
            session.Observe(Name, quantity, value);
        }

        if (one.Beside.Pings.Count > 0)
        {
            session.Observe(Name, ServiceQuantities.LoadedPing, one.Beside.Pings.Max());
        }

        if (one.Beside.Tcp is { } tcp)
        {
            session.Observe(Name, ServiceQuantities.LoadedTcp, tcp);
        }

        var (four, _) = await ShorterAsync(session, burst with { Connections = Spread }, null, cancellation);
        session.Observe(Name, ServiceQuantities.SpreadBurstTime, four.TotalMs);
        var (noOps, _) = await ShorterAsync(session, burst with { IsNoOp = true }, null, cancellation);
        session.Observe(Name, ServiceQuantities.NoOpBurstTime, noOps.TotalMs);
    }

    // What calls at once take is compared with one call: a runtime that has compiled the method meanwhile is faster than it was at first. A
    // method that computes took 26.7 ms in its first calls, and 7 ms after a hundred.
    private static async Task LookAgainAsync(ProbeSession session, CancellationToken cancellation)
    {
        var again = await TrialRunner.RunAsync(session, new ServiceTrial { Calls = AgainCalls }, cancellation);
        var now = Sample.Median([.. again.CallMs]);
        if (now < WarmerShare * session.Value(ServiceQuantities.CallTime))
        {
            session.Observe(Name, ServiceQuantities.CallTime, now);
        }
    }

    private static int CallsOf(ProbeSession session) =>
        Math.Clamp((int)(LongestMs / session.Value(ServiceQuantities.CallTime)), 2, Math.Max(2, session.Concurrency));

    // With what the processors of the server's machine did meanwhile, where these are looked at.
    private static async Task<Burst> ShorterAsync(
        ProbeSession session, ServiceTrial trial, ServerLoad? server, CancellationToken cancellation)
    {
        var first = await RunAsync(session, trial, server, cancellation);
        if (first.Result.TotalMs > ShortMs)
        {
            return first;
        }

        var second = await RunAsync(session, trial, server, cancellation);
        return second.Result.TotalMs < first.Result.TotalMs ? second : first;
    }

    private static async Task<Burst> RunAsync(
        ProbeSession session, ServiceTrial trial, ServerLoad? server, CancellationToken cancellation)
    {
        server?.Begin();
        var result = await TrialRunner.RunAsync(session, trial, cancellation);
        return new Burst(result, server?.Observe() ?? []);
    }

    private readonly record struct Burst(ServiceTrialResult Result, IReadOnlyList<(Quantity<double> Of, double Value)> Load);
}
