using Fathom.Diagnosis.Experiments;
using static Fathom.TestKit.Worlds.FaultKind;

namespace Fathom.TestKit.Worlds;

/// <summary>The causes that are right for what is wrong in a world, and what that costs.</summary>
public static class WorldTruth
{
    /// <summary>Time of the library and of middleware.</summary>
    public const string Library = "library-and-middleware";

    internal const string ColdStart = "cold-start";
    internal const string Collector = "gc-pauses";
    internal const string MethodWaits = "method-waits";
    internal const string RateLimited = "rate-limited";
    internal const string Quota = "cpu-quota-throttling";
    internal const string Timer = "timer-quantised-poll";

    private const string Loop = "event-loop-blocked";
    private const string Place = "serialised-handler";
    private const string Pool = "thread-pool-starvation";
    private const string Processor = "cpu-saturation";

    private const double MinHeldMs = 2;
    private const int Bursts = 8;
    private const int CallsAtOnce = 32;

    /// <summary>Whether the examination knows what is wrong, so that it must name it.</summary>
    public static bool IsKnown(FaultKind fault) => fault is > None and < Batch;

    /// <summary>The causes that are right; none where nothing that is known is wrong.</summary>
    public static IReadOnlyList<string> CausesOf(WorldParameters world) =>
        [.. CausesOf(world.Fault).Union(CausesOf(world.Second)).Union(WaitsForThreads(world) || BlocksThreads(world) ? [Pool] : [])
            // A limiter of one call at a time is one place that calls take in turn.
            .Union(world.SharedPlaces == 1 ? [Place] : [])];

    /// <summary>The share of the time of a call, or of calls at once, that is saved in the same world without what is wrong, at most 1. The
    /// larger one of both.</summary>
    /// <param name="seed">The seed of the world.</param>
    /// <param name="world">What it is made of.</param>
    /// <param name="cancellation">Ends it.</param>
    public static async Task<double> CostAsync(long seed, WorldParameters world, CancellationToken cancellation = default)
    {
        var most = double.NegativeInfinity;
        foreach (var calls in new[] { 1, CallsAtOnce })
        {
            var isFirst = calls == 1 && world.ColdMs > 0;
            most = Math.Max(most, 1 - (await MeanAsync(world.Cured(), calls, isFirst) / await MeanAsync(world, calls, isFirst)));
        }

        return most;

        async Task<double> MeanAsync(WorldParameters parameters, int calls, bool isFirst)
        {
            var (service, sum, count) = (new World(parameters, seed), 0.0, isFirst ? 1 : Bursts);
            for (var i = 0; i < count; i++)
            {
                sum += (await service.RunAsync(new ServiceTrial { Calls = calls, AtOnce = calls }, cancellation)).TotalMs;
            }

            return sum / count;
        }
    }

    // Where calls hold a thread while they wait, and there are fewer threads than calls at once, these wait for threads. What they wait for
    // is not in turns.
    private static bool WaitsForThreads(WorldParameters world) => world.Stack == ServerStack.Python && world.PoolThreads < CallsAtOnce
        && world.Fault is None or Middleware or Tick or Opens or Maintenance or RareMaintenance or Expires or Bimodal or BusyBehind
            or Batch or FaultKind.WarmUp or Failing
        && world.WaitMs + world.MiddlewareMs + world.TickMs + world.BatchMs + world.MaintenanceMs + world.BehindMs >= MinHeldMs;

    private static bool BlocksThreads(WorldParameters world) =>
        world is { Fault: Maintenance or RareMaintenance, HoldsThread: true, Stack: ServerStack.DotNet };

    /// <summary>The causes that are right wherever this is wrong.</summary>
    public static IReadOnlyList<string> CausesOf(FaultKind fault) => fault switch
    {
        Starved or FixedPool => [Pool],
        LockAwait or LockThread or LockCompute or Gate or Polled or Contended or UnevenLock => [Place],
        Cpu or BusyBehind or Beside or BesideMany or BesideUnseen => [Processor],
        // Where processors are left to them, they take long by themselves.
        UnevenCpu => [Processor, MethodWaits],
        // As many threads as there are processors are places, too.
        OwnThreads => [Processor, Place],
        // Where there are more processors than threads, these are what calls take in turn.
        BesideLoop => [Processor, Place],
        // Calls of a connection take its place in turn, too.
        Servers => ["l4-pinned-balancing", Place],
        ThreadBehind => [Processor, Place],
        FaultKind.Loop or LoopBlocked => [Loop],
        Streams => ["max-concurrent-streams-queue"],
        FaultKind.Quota => [Quota],
        Bucket or LargeBucket or SharedBucket or FaultKind.SharedLimit => [RateLimited],
        // Where threads wait in it, they are what calls wait for.
        Middleware => [Library, Pool],
        Tick => [Timer],
        Gc => [Collector],
        Cold => [ColdStart],
        ConnectionCompute => ["one-connection-cpu-limit"],
        // In Python it holds threads.
        Waits => [MethodWaits, Pool],
        Bimodal or Opens or Maintenance or RareMaintenance or Expires => [MethodWaits],
        Proxy or ProxyOfEach => ["l7-proxy-buffering-or-limits"],
        Autoscaler or Neighbour => [Processor, Loop],
        _ => [],
    };
}
