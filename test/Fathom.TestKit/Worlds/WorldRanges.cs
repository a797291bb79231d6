using Fathom.Statistics;
using static Fathom.TestKit.Worlds.FaultKind;

namespace Fathom.TestKit.Worlds;

/// <summary>Draws the parameters of a world from ranges of the field.</summary>
internal static class WorldRanges
{
    private const int MaxProcessorsBits = 4;
    private const double QuotaPeriodMs = 100;

    // UV_THREADPOOL_SIZE.
    private const int ThreadsBesideLoop = 4;

    // Of those that do not depend on each other: the second changes nothing of the first.
    private static readonly FaultKind[] Firsts = [Starved, LockAwait, LockThread, Gate, Cpu, Loop, Streams];
    private static readonly FaultKind[] Seconds = [Middleware, Gc, Cold, Bucket, ConnectionCompute];

    public static WorldParameters Draw(FaultKind fault, SeededRandom random)
    {
        if (fault == BehindProxy)
        {
            var behind = (FaultKind)(1 + random.Next((int)Waits));
            return AddSurroundings(Add(behind, Usual(behind, random), random), random) with
            {
                HasProxy = true, IsProxyNamed = IsHeads(random),
            };
        }

        if (fault != Two)
        {
            return AddSurroundings(Add(fault, Usual(fault, random), random), random);
        }

        var first = Firsts[random.Next(Firsts.Length)];
        var second = Seconds[random.Next(Seconds.Length)];
        var world = Add(second, Add(first, Usual(first, random), random), random);
        return AddSurroundings(world with { Fault = first, Second = second }, random);
    }

    // A healthy service: short calls that wait for something or nothing, near or far.
    private static WorldParameters Usual(FaultKind fault, SeededRandom random) => new()
    {
        Fault = fault,
        Stack = StackOf(fault, random),
        RoundTripMs = random.Next(3) == 0 ? Between(0.05, 0.2, random) : Between(0.2, 40, random),
        Noise = Between(0.01, 0.08, random),
        SeesProcess = IsHeads(random),
        Processors = 1 << (fault == Cpu ? random.Next(MaxProcessorsBits) : 1 + random.Next(MaxProcessorsBits - 1)),
        ComputeMs = Between(0.05, 0.4, random),
        WaitMs = IsHeads(random) ? 0 : Between(1, 40, random),
        LibraryMs = Between(0.03, 0.3, random),
        RequestMs = random.Next(4) == 0 ? Between(0.01, 0.15, random) : 0,
        ReplyMs = random.Next(4) == 0 ? Between(0.01, 0.15, random) : 0,
        PathIsQueue = IsHeads(random),
        HoldsThread = IsHeads(random),
    };

    // Each fault on a stack that can have it.
    private static ServerStack StackOf(FaultKind fault, SeededRandom random) => fault switch
    {
        Starved or FaultKind.SharedLimit or SharedBucket => ServerStack.DotNet,
        FixedPool => ServerStack.Python,
        Loop or BesideLoop => ServerStack.Node,
        LoopBlocked => IsHeads(random) ? ServerStack.Node : ServerStack.AsyncPython,
        LockThread => IsHeads(random) ? ServerStack.DotNet : ServerStack.Python,
        Gc => IsHeads(random) ? ServerStack.DotNet : ServerStack.Go,
        _ => (ServerStack)random.Next(5) switch
        {
            ServerStack.Node or ServerStack.Python or ServerStack.AsyncPython when fault is OwnThreads => ServerStack.DotNet,
            ServerStack.Node when fault is Cpu or LockCompute or ConnectionCompute => ServerStack.DotNet,
            ServerStack.Node or ServerStack.Python or ServerStack.AsyncPython
                when fault is Beside or BesideMany or BesideUnseen or UnevenCpu =>
                ServerStack.Cpp,
            var any => any,
        },
    };

    private static WorldParameters Add(FaultKind fault, WorldParameters world, SeededRandom random) => fault switch
    {
        Starved or FixedPool => world with { BlockMs = Between(10, 200, random), PoolThreads = 2 + random.Next(12), WaitMs = 0 },
        LockAwait or LockThread => world with
        {
            Places = 1,
            PlaceUse = fault == LockAwait ? PlaceUse.Awaits : PlaceUse.Blocks,
            PlaceMs = Between(5, 100, random),
            HoldsThread = fault == LockThread,
            WaitMs = IsHeads(random) ? 0 : Between(0.5, 60, random),
        },
        Polled => world with
        {
            Places = 1, PlaceMs = Between(2, 40, random), PollMs = Between(5, 100, random),
            WaitMs = IsHeads(random) ? 0 : Between(0.5, 5, random), PollGrowth = IsHeads(random) ? 1 : 2,
        },
        Contended => world with { Places = 1, PlaceMs = Between(2, 40, random), ContentionShare = Between(0.01, 0.1, random), WaitMs = 0 },
        // It takes all of the place, and calls only look whether it is held. On an event loop they await its end.
        Maintenance => world with
        {
            MaintenanceMs = Between(50, 200, random), MaintenanceEveryMs = Between(250, 1_000, random),
            WaitMs = Between(2, 20, random),
            HoldsThread = world.HoldsThread && world.Stack is not (ServerStack.Node or ServerStack.AsyncPython),
        },
        RareMaintenance => Add(Maintenance, world, random) with { MaintenanceEveryMs = Between(1_500, 3_000, random) },
        Expires => world with { KeptMs = Between(300, 1_500, random), LoadMs = Between(20, 300, random) },
        LoopBlocked => world with { BlockMs = Between(3, 60, random), WaitMs = IsHeads(random) ? 0 : Between(1, 10, random) },
        LockCompute => world with { Places = 1, PlaceUse = PlaceUse.Computes, PlaceMs = Between(4, 60, random), WaitMs = 0 },
        Gate => world with { Places = 2 + random.Next(9), PlaceMs = Between(10, 200, random), HoldsThread = false },
        Cpu => world with { ComputeMs = Between(5, 100, random), WaitMs = 0 },
        Loop => world with
        {
            ComputeMs = Between(5, 60, random), WaitMs = IsHeads(random) ? 0 : Between(1, 10, random), LoopAnswersLast = IsHeads(random),
        },
        Streams => world with { StreamLimit = 1 + random.Next(10), WaitMs = Between(10, 200, random) },
        Quota => world with
        {
            ComputeMs = Between(3, 30, random),
            WaitMs = 0,
            QuotaMs = Between(0.1, 0.6, random) * QuotaPeriodMs,
            QuotaPhaseMs = random.NextDouble() * QuotaPeriodMs,
        },
        Bucket or SharedBucket => KeepsThoseThatCome(world with
        {
            TokenGapMs = Between(5, 100, random),
            TokenBurst = random.Next(3) switch { 0 => 1, 1 => 1 + random.Next(6), _ => 1 + random.Next(28) },
            TokensAtOnce = IsHeads(random) ? 1 : 2 + random.Next(9),
            TokensAreShared = fault == SharedBucket,
        }),
        Beside => world with { ComputeMs = Between(0.3, 10, random), BesideTimes = Between(4, 30, random), SeesProcess = true },
        BesideMany => world with
        {
            ComputeMs = Between(0.3, 10, random), BesideTimes = Between(0.2, 2, random), BesideGrows = true, SeesProcess = true,
        },
        BesideUnseen => Add(IsHeads(random) ? Beside : BesideMany, world, random) with { SeesProcess = false },
        BesideLoop => world with { OwnThreadMs = Between(5, 100, random), OwnThreads = ThreadsBesideLoop, WaitMs = 0, SeesProcess = true },
        OwnThreads => world with
        {
            OwnThreadMs = Between(5, 100, random), OwnThreads = IsHeads(random) ? 0 : world.Processors, WaitMs = 0,
        },
        // On average they take as long as where all are alike.
        UnevenCpu => AddSlow(world, random) is var slow
            ? slow with { ComputeMs = Between(5, 100, random) / MeanTimes(slow), WaitMs = 0, SlowPart = SlowPart.Computes } : world,
        UnevenLock => AddSlow(world, random) is var slow
            ? slow with
            {
                Places = 1, PlaceMs = Between(5, 100, random) / MeanTimes(slow), HoldsThread = false,
                WaitMs = IsHeads(random) ? 0 : Between(0.5, 60, random), SlowPart = SlowPart.HoldsPlace,
            } : world,
        // Where they are seen, they are processes of one machine.
        Servers => world with { Servers = 2 + random.Next(3), Places = 1, PlaceMs = Between(5, 60, random), WaitMs = 0 },
        LargeBucket => world with { TokenGapMs = Between(8, 100, random), TokenBurst = 40 + random.Next(100) },
        Middleware => world with { MiddlewareMs = Between(3, 30, random) },
        Tick => world with { TickMs = Between(20, 200, random), WaitMs = 0 },
        Gc => Between(30, 200, random) is var ms ? world with { PauseMs = ms, PauseEveryMs = ms / Between(0.12, 0.5, random) } : world,
        Cold => world with { ColdMs = 800 },
        ConnectionCompute => world with { ConnectionMs = Between(3, 30, random) },
        FaultKind.SharedLimit => world with { SharedPlaces = 1 + random.Next(10), WaitMs = Between(10, 200, random) },
        Waits => world with { WaitMs = Between(10, 300, random) },
        Opens => world with { OpenMs = Between(20, 250, random), OpensInTurn = IsHeads(random), WaitMs = Between(1, 40, random) },
        Bimodal => world with { WaitMs = Between(2, 20, random), SlowShare = 0.1, SlowTimes = 10 },
        // On another machine it is a place with as many processors as that has.
        BusyBehind => world with { BehindMs = Between(5, 100, random), WaitMs = 0, SeesProcess = true },
        ThreadBehind => world with
        {
            BehindMs = Between(5, 100, random), BehindIsOneThread = true, BehindAnswersLast = IsHeads(random), WaitMs = 0,
            SeesProcess = true,
        },
        Batch => world with { BatchCalls = 4, BatchMs = Between(5, 50, random) },
        SlowPath => (IsHeads(random) ? world with { RequestMs = Between(2, 100, random) }
            : world with { ReplyMs = Between(2, 100, random) }) with { PathUse = Between(0.5, 3, random) },
        WarmUp => world with { WarmUpTimes = 30, WarmUpCalls = 40 },
        Autoscaler => world with { ComputeMs = Between(3, 20, random), ScaleUpCalls = 150 },
        Failing => world with { FailingShare = 0.02 },
        Neighbour => world with { Neighbours = 1 + random.Next(2 * world.Processors), ComputeMs = Between(1, 8, random) },
        // The server behind it is found where both are on one machine.
        Proxy => world with
        {
            ProxyPlaces = 1 + random.Next(10), WaitMs = Between(10, 200, random), HasProxy = true, IsProxyNamed = random.Next(2) == 0,
        },
        ProxyOfEach => world with
        {
            ProxyPlaces = 1 + random.Next(10), ProxyIsOfEach = true, WaitMs = Between(10, 200, random), HasProxy = true,
            IsProxyNamed = random.Next(2) == 0,
        },
        _ => world,
    };

    private static WorldParameters AddSlow(WorldParameters world, SeededRandom random) => world with
    {
        SlowTimes = Between(5, 50, random), SlowShare = 1.0 / (2 + random.Next(5)), SlowInTurn = IsHeads(random),
    };

    private static double MeanTimes(WorldParameters slow) => 1 + (slow.SlowShare * (slow.SlowTimes - 1));

    // A bucket that held fewer tokens than come at a time would lose the others, also those for which calls wait: .NET's
    // TokenBucketRateLimiter fills up to its limit first and serves its queue then.
    private static WorldParameters KeepsThoseThatCome(WorldParameters world) =>
        world with { TokenBurst = Math.Max(world.TokenBurst, world.TokensAtOnce) };

    private static WorldParameters AddSurroundings(WorldParameters world, SeededRandom random) => AddConnections(world, random) with
    {
        SeesBlocking = random.Next(3) > 0,
        KeepsThreads = IsHeads(random),
        Neighbours = world.Neighbours > 0 || random.Next(8) > 0 ? world.Neighbours : 1 + random.Next(world.Processors),
        PoolThreads = world.PoolThreads > 0 ? world.PoolThreads : 10 + random.Next(30),
        LastFirst = world.Fault is LockAwait or LockCompute or Gate && random.Next(8) == 0,
    };

    // Connections to what is behind the method are opened by the first calls at once, which take longer by that.
    private static WorldParameters AddConnections(WorldParameters world, SeededRandom random) =>
        world.Fault is not (LockAwait or Gate or Polled or ThreadBehind or Bucket) || random.Next(4) > 0 ? world
            : world with { OpenMs = Between(3, 30, random), OpensInTurn = IsHeads(random) };

    // Each order of magnitude is as likely as another.
    private static double Between(double low, double high, SeededRandom random) => low * Math.Pow(high / low, random.NextDouble());

    private static bool IsHeads(SeededRandom random) => random.Next(2) == 0;
}
