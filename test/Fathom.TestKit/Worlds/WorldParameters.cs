namespace Fathom.TestKit.Worlds;

/// <summary>How a call uses the places that it takes in turn with others.</summary>
public enum PlaceUse
{
    /// <summary>It awaits something, and waits for its place without a thread.</summary>
    Awaits,

    /// <summary>It blocks its thread, and while it waits for its place, too.</summary>
    Blocks,

    /// <summary>It computes.</summary>
    Computes,
}

/// <summary>What of a slow call is slow.</summary>
public enum SlowPart
{
    /// <summary>It awaits something for longer.</summary>
    Waits,

    /// <summary>It computes for longer.</summary>
    Computes,

    /// <summary>It is in its place for longer.</summary>
    HoldsPlace,
}

/// <summary>All that a world is made of. Times are medians in milliseconds; what is 0 or null is not there. Immutable.</summary>
public sealed record WorldParameters
{
    /// <summary>Of the first pause before a call asks again: no later one is longer.</summary>
    public const double MostPolls = 16;

    // What a call computes that was cured of computing.
    private const double CuredComputeMs = 0.2;

    /// <summary>What is wrong.</summary>
    public required FaultKind Fault { get; init; }

    /// <summary>What else is wrong; none where there is one fault.</summary>
    public FaultKind Second { get; init; }

    /// <summary>The runtime of the server.</summary>
    public required ServerStack Stack { get; init; }

    /// <summary>Round trip of the path.</summary>
    public required double RoundTripMs { get; init; }

    /// <summary>Time of a request on the path, beside the round trip, where no other is on it.</summary>
    public double RequestMs { get; init; }

    /// <summary>The same of a reply.</summary>
    public double ReplyMs { get; init; }

    /// <summary>How much of that it takes of the path's time beside others: less than all where a message alone does not use all of it,
    /// more where many cost more.</summary>
    public double PathUse { get; init; } = 1;

    /// <summary>Whether messages pass one after the other, and what is small waits behind them; else all share the path.</summary>
    public bool PathIsQueue { get; init; }

    /// <summary>Standard deviation of the logarithm of each time.</summary>
    public required double Noise { get; init; }

    /// <summary>Whether the server's processor time can be read.</summary>
    public required bool SeesProcess { get; init; }

    /// <summary>Processors of the server.</summary>
    public required int Processors { get; init; }

    /// <summary>Processor time of the method.</summary>
    public required double ComputeMs { get; init; }

    /// <summary>Time that the method awaits something.</summary>
    public required double WaitMs { get; init; }

    /// <summary>Processor time of the library in every call.</summary>
    public required double LibraryMs { get; init; }

    /// <summary>Threads of a pool that keeps its size.</summary>
    public int PoolThreads { get; init; }

    /// <summary>Whether a pool that grows sees that its threads block.</summary>
    public bool SeesBlocking { get; init; } = true;

    /// <summary>Whether that pool keeps the threads that it added for as long as it is examined.</summary>
    public bool KeepsThreads { get; init; }

    /// <summary>Places that calls take in turn.</summary>
    public int Places { get; init; }

    /// <summary>Whether the last that came has the next free place.</summary>
    public bool LastFirst { get; init; }

    /// <summary>What a call does in its place.</summary>
    public PlaceUse PlaceUse { get; init; }

    /// <summary>How long it is in its place.</summary>
    public double PlaceMs { get; init; }

    /// <summary>Whether it holds its thread while it waits for its place.</summary>
    public bool HoldsThread { get; init; }

    /// <summary>Time after which a call that waits for a place asks for it again; 0 where it is woken when the place is free.</summary>
    public double PollMs { get; init; }

    /// <summary>How much longer each further pause of a call before it asks again is, up to <see cref="MostPolls"/> times the first;
    /// 1 where all are alike.</summary>
    public double PollGrowth { get; init; } = 1;

    /// <summary>How much longer a call is in its place for each that waits, as a share.</summary>
    public double ContentionShare { get; init; }

    /// <summary>Time between two times at which something else takes the place.</summary>
    public double MaintenanceEveryMs { get; init; }

    /// <summary>How long it holds it.</summary>
    public double MaintenanceMs { get; init; }

    /// <summary>Time in which a call blocks its thread.</summary>
    public double BlockMs { get; init; }

    /// <summary>Calls at a time on a connection.</summary>
    public int? StreamLimit { get; init; }

    /// <summary>Time between two tokens of the limit of calls.</summary>
    public double TokenGapMs { get; init; }

    /// <summary>Tokens that are there after a pause.</summary>
    public int TokenBurst { get; init; }

    /// <summary>How many come at a time.</summary>
    public int TokensAtOnce { get; init; } = 1;

    /// <summary>Whether calls of all methods take them.</summary>
    public bool TokensAreShared { get; init; }

    /// <summary>Time of the middleware before every call.</summary>
    public double MiddlewareMs { get; init; }

    /// <summary>Period of the timer for whose tick calls wait.</summary>
    public double TickMs { get; init; }

    /// <summary>Processor time of a connection for each of its calls, one call at a time.</summary>
    public double ConnectionMs { get; init; }

    /// <summary>Pauses of a garbage collector.</summary>
    public double PauseMs { get; init; }

    /// <summary>Time between the starts of two pauses.</summary>
    public double PauseEveryMs { get; init; }

    /// <summary>Processor time in each period of 100 ms.</summary>
    public double? QuotaMs { get; init; }

    /// <summary>When the first of these periods begins.</summary>
    public double QuotaPhaseMs { get; init; }

    /// <summary>Other programs that compute all the time.</summary>
    public int Neighbours { get; init; }

    /// <summary>What the first call takes more.</summary>
    public double ColdMs { get; init; }

    /// <summary>Time to open a connection to what is behind the method, which is kept; 0 where none is needed.</summary>
    public double OpenMs { get; init; }

    /// <summary>Whether one is opened at a time.</summary>
    public bool OpensInTurn { get; init; }

    /// <summary>How long what the method needs is kept after a call; with <see cref="LoadMs"/>.</summary>
    public double KeptMs { get; init; }

    /// <summary>Time to get it again.</summary>
    public double LoadMs { get; init; }

    /// <summary>What something behind the method computes for each call on the server's processors, ms.</summary>
    public double BehindMs { get; init; }

    /// <summary>Whether one thread of it computes for one call after the other.</summary>
    public bool BehindIsOneThread { get; init; }

    /// <summary>Whether the event loop writes replies once it has computed for all that wait for it.</summary>
    public bool LoopAnswersLast { get; init; }

    /// <summary>Whether it answers once it has computed for all that have asked.</summary>
    public bool BehindAnswersLast { get; init; }

    /// <summary>Share of calls that take <see cref="SlowTimes"/> as long.</summary>
    public double SlowShare { get; init; }

    /// <summary>How much longer that part of a slow call is.</summary>
    public double SlowTimes { get; init; }

    /// <summary>The part.</summary>
    public SlowPart SlowPart { get; init; }

    /// <summary>Whether every so many calls are slow, as where one of several servers is, to which they are given in turn; else any may
    /// be.</summary>
    public bool SlowInTurn { get; init; }

    /// <summary>Calls that are carried out together.</summary>
    public int BatchCalls { get; init; }

    /// <summary>The longest time in which calls are collected.</summary>
    public double BatchMs { get; init; }

    /// <summary>How much more the first call computes.</summary>
    public double WarmUpTimes { get; init; }

    /// <summary>Calls until what is left of that has become smaller by a factor of e.</summary>
    public double WarmUpCalls { get; init; }

    /// <summary>Calls after which there are twice as many processors.</summary>
    public int ScaleUpCalls { get; init; }

    /// <summary>Share of calls that fail.</summary>
    public double FailingShare { get; init; }

    /// <summary>Whether a proxy stands before the server, which answers PING.</summary>
    public bool HasProxy { get; init; }

    /// <summary>Whether responses name it.</summary>
    public bool IsProxyNamed { get; init; }

    /// <summary>Calls of all methods that the server's own limiter lets through at a time; 0 for no limiter.</summary>
    public int SharedPlaces { get; init; }

    /// <summary>Calls that a proxy lets through at a time.</summary>
    public int ProxyPlaces { get; init; }

    /// <summary>Whether it does of each connection.</summary>
    public bool ProxyIsOfEach { get; init; }

    /// <summary>What a call computes more where others are served, of what it computes alone.</summary>
    public double BesideTimes { get; init; }

    /// <summary>Whether it does for each of these.</summary>
    public bool BesideGrows { get; init; }

    /// <summary>What a call computes on threads that serve no calls.</summary>
    public double OwnThreadMs { get; init; }

    /// <summary>How many of these there are; 0 where each call has one.</summary>
    public int OwnThreads { get; init; }

    /// <summary>Servers behind the address, each with all that the world's server has.</summary>
    public int Servers { get; init; } = 1;

    /// <summary>The same world without what is wrong.</summary>
    public WorldParameters Cured() => this with
    {
        Fault = FaultKind.None,
        Second = FaultKind.None,
        ComputeMs = Fault is FaultKind.Cpu or FaultKind.Loop ? CuredComputeMs : ComputeMs,
        WaitMs = Fault is FaultKind.Waits ? 0 : WaitMs,
        Places = 0, MaintenanceMs = 0, BlockMs = 0,
        StreamLimit = null, TokenGapMs = 0, MiddlewareMs = 0, TickMs = 0, ConnectionMs = 0, PauseMs = 0,
        QuotaMs = null, Neighbours = 0, ColdMs = 0, SlowShare = 0, BatchCalls = 0, WarmUpTimes = 0, ScaleUpCalls = 0, FailingShare = 0,
        ProxyPlaces = 0, SharedPlaces = 0, RequestMs = 0, ReplyMs = 0, OpenMs = 0, BehindMs = 0, LoadMs = 0, TokensAreShared = false,
        BesideTimes = 0, OwnThreadMs = 0, Servers = 1,
    };
}
