using Fathom.Diagnosis.Experiments;
using Fathom.Records;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Mechanisms;

/// <summary>A way in which calls at once lose time on a server. It predicts contrasts, and is no cause before each rival is rejected by
/// one. Stateless.</summary>
public abstract class Mechanism
{
    /// <summary>The share of the processors that a server keeps busy, or waits for, where calls wait for these.</summary>
    protected const double BusyShare = 0.75;

    /// <summary>A call takes as long as another: the ratio of two medians that do not differ.</summary>
    protected const double LowAlike = 0.85;

    /// <summary>The same, upper end.</summary>
    protected const double HighAlike = 1.2;

    /// <summary>Of pairs of a call at once and a single one: where none waits for another, the former is longer in half at most.</summary>
    protected const double MostAboveSingle = 0.7;

    // At the end of a burst some have nothing left to do. Medians that were measured on two processors: 0 to 0.06 where 32 calls compute,
    // 0.42 to 0.51 where they compute under a lock.
    private const double MaxIdle = 0.35;

    // One call at a time may have another program compute for it on one of two processors.
    private const double MostOfOthers = 0.6;

    // Of what a no-op call waits for: a PING that waits for less waits for something else.
    private const double WaitingPing = 0.2;

    // The longest of as many as are made at once is one and a half times as far from their median as half of them are apart.
    private const double NoisesOfMany = 6;

    /// <summary>How long a thread of CPython keeps the lock of the interpreter, ms (sys.getswitchinterval).</summary>
    protected const double SwitchMs = 5;

    // Each has a whole turn and a part of another one.
    private const double TurnsOfEach = 1.3;

    // Of processor time, in periods of 100 ms.
    private const double QuotaPeriodMs = 100;

    // Turns as long as this are spread over periods; how long they are is known to a twentieth.
    private const double MostOfPeriod = 0.75;
    private const double Drift = 0.05;

    // So many end together at most where the ends of a part of a row are to lie anywhere.
    private const int MaxTogether = 4;

    // Of the calls at once: a pool of .NET starts with as many threads as there are processors, and adds others where these are blocked.
    private const double MinThreadShare = 0.25;

    // Of the time that the first calls at once waited, each time that they were made. Who waits for what is opened holds no thread.
    private const double MinPingShare = 0.3;

    /// <summary>The cause that it belongs to.</summary>
    public abstract string Cause { get; }

    /// <summary>What it is, as a noun phrase.</summary>
    public abstract string Name { get; }

    /// <summary>What to change, as code where code is meant.</summary>
    public abstract string Fix { get; }

    /// <summary>The time of calls at once as a formula predicts it, beside what was measured; null where there is none.</summary>
    /// <param name="seen">What is known of the service.</param>
    public virtual ModelCheck? ModelOf(BurstFacts seen) => null;

    /// <summary>Why the server cannot have it, as a clause; null where it can.</summary>
    /// <param name="seen">What is known of the service.</param>
    public virtual string? WhyImpossible(BurstFacts seen) => null;

    /// <summary>What it predicts; contrasts of which it predicts nothing are left out.</summary>
    /// <param name="seen">What is known of the service.</param>
    public abstract IEnumerable<Prediction> Predict(BurstFacts seen);

    /// <summary>Two calls at once take the time of one.</summary>
    protected static Prediction SecondIsFree(string why) => new(Contrast.TwoAtOnce, LowAlike, HighAlike, why);

    /// <summary>A second call at once costs about as much as each further one, or as much as one alone where many take less each: caches
    /// are warm then, and processors fast.</summary>
    protected static Prediction SecondCosts(BurstFacts seen, string why) => new(Contrast.TwoAtOnce, 1 + (0.7 * seen.StepMs / seen.CallMs),
        1 + (Math.Clamp(1.2 * seen.OwnMs, 1.4 * seen.StepMs, 2 * seen.StepMs) / seen.CallMs), why);

    /// <summary>So does each further one of as many as were taken for those that are served at a time.</summary>
    protected static IEnumerable<Prediction> EachCosts(BurstFacts seen) => seen.Served < 2 ? [] :
    [
        new(Contrast.AllServed, 1 + (0.7 * (seen.Served - 1) * seen.StepMs / seen.CallMs), double.PositiveInfinity,
            "each waits for those before it"),
    ];

    /// <summary>Beside few calls a no-op call finds a thread of a C core's pool. Where calls compute in an interpreter, its lock goes round
    /// first.</summary>
    protected static Prediction ThreadIsLeft(BurstFacts seen) => new(Contrast.NoOpBesideFew, double.NegativeInfinity,
        0.15 + (SwitchMs / Math.Max(seen.OwnMs, seen.StepMs)), "a thread is left for it");

    /// <summary>Calls that compute beside each other take turns, so that none ends when one alone would. Null where they are too short for
    /// turns.</summary>
    /// <param name="seen">What is known of the service.</param>
    /// <param name="turnMs">How long a turn is at most.</param>
    protected static Prediction? FirstLate(BurstFacts seen, double turnMs) => seen.OwnMs < TurnsOfEach * turnMs ? null
        // Of two that begin together the first one ends when the other has one turn left.
        : new(Contrast.FirstEnded, 1 + (0.6 * (seen.OwnMs - turnMs) / seen.CallMs), double.PositiveInfinity, "calls compute in turns");

    /// <summary>The same calls at once take the same time again: within 3 % on a machine without other work, where single calls vary by no
    /// more.</summary>
    protected static Prediction Repeats { get; } = new(Contrast.SameAgain, 0.95, 1.05, "its capacity is fixed");

    /// <summary>Made again, the same calls at once take about as long as at first.</summary>
    protected static Prediction Lasts { get; } = new(Contrast.LaterBursts, 0.5, 2, "its capacity is fixed");

    /// <summary>One call takes no longer than at first. It may take less: V8 and .NET compile again what is called often.</summary>
    protected static Prediction OneLasts { get; } =
        new(Contrast.LaterCall, double.NegativeInfinity, 1.4, "one call waits for no other");

    /// <summary>Later calls take as long as earlier ones.</summary>
    protected static Prediction Steady { get; } = new(Contrast.LaterCalls, 0.8, 1.25, "its capacity is fixed");

    /// <summary>Turns that are neither all nor none of a quota's period end anywhere in it. None where they are about as long.</summary>
    protected static IEnumerable<Prediction> OffGrid(BurstFacts seen) =>
        !seen.EndsOnTicks && seen.Served <= MaxTogether && (seen.TurnMs / QuotaPeriodMs) is var turn
            && (turn <= MostOfPeriod || Math.Abs(turn - Math.Round(turn)) >= 1 - MostOfPeriod + (Drift * turn))
            ? [new(Contrast.QuotaGrid, double.NegativeInfinity, 0.6, "calls end at a pace of their own")] : [];

    /// <summary>A call of a long row waits for as many as a call of a burst does. The last wave of a burst is nearly empty at
    /// worst.</summary>
    protected static Prediction WaitsInRow { get; } =
        new(Contrast.RowOfBurst, 0.45, double.PositiveInfinity, "as many wait before it all the time");

    /// <summary>A pause before a call makes it no quicker. It may take longer, on processors and caches that others have used
    /// meanwhile.</summary>
    protected static Prediction NoCredit { get; } =
        new(Contrast.AfterPause, LowAlike, double.PositiveInfinity, "nothing fills up while no call is made");

    /// <summary>Four connections take as long as one.</summary>
    protected static Prediction AnyConnection { get; } =
        new(Contrast.FourConnections, 0.8, 1.25, "it is the server's, not the connection's");

    /// <summary>The same where the longest of them decides, which are uneven.</summary>
    protected static Prediction AnyConnectionOfUneven { get; } =
        new(Contrast.FourConnections, 0.6, 1.7, "the connection has no part in it");

    /// <summary>Calls end one after another, so that half of them have not ended early.</summary>
    protected static Prediction HalfLate { get; } =
        new(Contrast.HalfOfAll, 0.35, double.PositiveInfinity, "each waits for those before it");

    /// <summary>No-op calls at once wait for nothing but each other's own time.</summary>
    protected static Prediction NoOpsHoldLittle { get; } =
        new(Contrast.NoOpsBeyond, double.NegativeInfinity, 0.3, "a no-op call holds nothing for longer than it takes");

    /// <summary>One call holds nothing that PING needs.</summary>
    protected static Prediction PingIsFree { get; } =
        new(Contrast.PingStops, double.NegativeInfinity, 0.05, "one call holds nothing that PING needs");

    /// <summary>As many no-op calls at once as there are calls beside them have half of the processors: what they take longer than one is
    /// twice as long. Null where that is lost in what no-op calls vary by.</summary>
    protected static Prediction? NoOpsCompute(BurstFacts seen)
    {
        var added = seen.NoOpBurstMs - seen.NoOpMs;
        return added > NoisesOfMany * seen.NoOpNoiseMs
            ? new(Contrast.NoOpsBesideCalls, 1 + (added / seen.NoOpBurstMs / 2), double.PositiveInfinity, "no-op calls compute, too")
            : null;
    }

    /// <summary>The same, and each ends when its turn is over, not all together.</summary>
    protected static Prediction InTurn { get; } = new(Contrast.HalfOfAll, 0.35, 0.9, "each ends when its turn is over");

    /// <summary>What a fixed capacity of the server predicts: a number of places, processors or loops, whichever connection a call comes
    /// on.</summary>
    protected static IReadOnlyList<Prediction> FixedCapacity =>
        [NotThrottled, Repeats, Lasts, OneLasts, Steady, WaitsInRow, NoCredit, AnyConnection, WithinCall, WithinCallOfFew,
            NoOpsHoldLittle];

    /// <summary>As many calls as there are places take the time of one, and one more that of two.</summary>
    protected static IReadOnlyList<Prediction> HasPlaces(BurstFacts seen)
    {
        // What any calls at once take of each other's time.
        var each = Math.Min(seen.NoOpStepMs, seen.StepMs) * (seen.Served - 1) / seen.CallMs;
        return
        [
            new(Contrast.AllServed, LowAlike, 1.35 + each, "each has a place of its own"),
            new(Contrast.OneMore, (1 + (0.7 * seen.Served * seen.StepMs / seen.CallMs)) / (1 + each), 2.3, "one more waits for a place"),
        ];
    }

    /// <summary>What a limit of calls at a time gives that all methods share, and that neither holds a thread nor computes.</summary>
    protected static IEnumerable<Prediction> LimitsAll(BurstFacts seen)
    {
        foreach (var prediction in FixedCapacity.Concat(OffGrid(seen)))
        {
            yield return prediction;
        }

        yield return PingIsFree;
        yield return seen.Served == 1 ? SecondCosts(seen, "a second call waits for the first")
            : SecondIsFree("a second call has a place of its own");
        yield return InTurn;
        foreach (var prediction in HoldsNoThread(seen).Concat(seen.Served < 2 ? [] : HasPlaces(seen)))
        {
            yield return prediction;
        }

        if (seen.Processors is { } processors)
        {
            yield return new(Contrast.ServerDemand, double.NegativeInfinity, BusyShare * processors, "processors are left");
        }
    }

    /// <summary>What a limit of calls at a time on each connection gives.</summary>
    /// <param name="seen">What is known of the service.</param>
    /// <param name="isOfOne">Whether it lets one call in at a time.</param>
    protected static IEnumerable<Prediction> LimitsEachConnection(BurstFacts seen, bool isOfOne)
    {
        // It is held for the way to the server and back, too.
        var most = WithinCall.High * seen.CallMs / seen.OwnMs;
        return
        [
            NotThrottled, PingIsFree, Repeats, Lasts, OneLasts, Steady, WaitsInRow, NoCredit, InTurn,
            isOfOne ? SecondCosts(seen, "a second call waits for the first") : SecondIsFree("a second call is let in, too"),
            WithinCall with { High = most }, WithinCallOfFew with { High = most },
            new(Contrast.FourConnections, double.NegativeInfinity, 0.75, "each connection has a limit of its own"),
            new(Contrast.NoOpBesideFew, double.NegativeInfinity, 0.15, "another connection has a limit of its own"),
            .. OffGrid(seen), .. seen.Served < 2 ? [] : HasPlaces(seen),
        ];
    }

    /// <summary>What all methods wait for, without a thread.</summary>
    protected static IEnumerable<Prediction> HoldsNoThread(BurstFacts seen)
    {
        yield return new(Contrast.NoOpBeside, 0.2, double.PositiveInfinity, "a no-op call waits for the same");
        yield return new(Contrast.PingBeside, double.NegativeInfinity, 0.15, "PING does not");
        if (seen.AnswersPingOnPool)
        {
            yield return new(Contrast.PingOfNoOp, double.NegativeInfinity, WaitingPing, "who waits holds no thread");
        }
    }

    /// <summary>Why a server has no limiter before all methods; null where it may, or a proxy may have it. The gRPC libraries of others
    /// call no interceptor for a method that does not exist.</summary>
    protected static string? WhyNoLimiterOfAll(BurstFacts seen)
    {
        ArgumentNullException.ThrowIfNull(seen);
        return seen.Library is null || seen.IsDotNet || seen.HasProxy ? null
            : $"{seen.Library} has no limiter before all methods";
    }

    /// <summary>What shows that the first calls at once held threads of the pool, as those do that block them, and none that awaits; null
    /// where nothing does.</summary>
    protected static string? WhyThreadsWereHeld(BurstFacts seen)
    {
        ArgumentNullException.ThrowIfNull(seen);
        return seen is { IsDotNet: true, ThreadsAdded: { } added, Processors: { } processors }
                && added >= (MinThreadShare * seen.Calls) + processors
                    ? $"the server added {FigureText.Whole(added)} threads meanwhile: calls blocked those that it had"
            : seen is { AnswersPingOnPool: true, FirstPingsMs.Count: > 0 } && seen.FirstPingsMs.Min() is var ping
                && ping - seen.PingMs > MinPingShare * (seen.BurstMs - seen.CallMs)
                    ? $"PING, which needs a thread of the pool, took {FigureText.Duration(ping)} beside the first calls at once: they held "
                        + "its threads" : null;
    }

    /// <summary>Kestrel answers PING on threads of the pool: where no-op calls wait for a thread or a processor, it does, too. Null where
    /// something else answers it.</summary>
    /// <remarks>Measured, the longest of a row of PINGs on an idle connection over that of no-op calls, beside 32 calls of 10 to 40 ms: 0.9
    /// to 1 where they block or compute, 0 where they wait for a place without a thread.</remarks>
    protected static Prediction? PingWaitsAlike(BurstFacts seen) => seen.AnswersPingOnPool
        ? new(Contrast.PingOfNoOp, WaitingPing, double.PositiveInfinity, "Kestrel answers PING on threads of the same pool") : null;

    /// <summary>PING and no-op calls beside calls at once, few, many or the first ones, take as long as alone.</summary>
    protected static IReadOnlyList<Prediction> HoldsNothing { get; } =
    [
        .. new[] { Contrast.OthersBeside, Contrast.NoOpBesideFew, Contrast.NoOpAtFirst }
            .Select(c => new Prediction(c, double.NegativeInfinity, 0.15, "calls hold nothing that others need")),
    ];

    /// <summary>No processor of the server's is left.</summary>
    protected static Prediction ProcessorsAreFull { get; } =
        new(Contrast.IdleProcessors, double.NegativeInfinity, MaxIdle, "the processors are busy, whoever uses them");

    /// <summary>Calls that wait have nothing else compute on all processors; where there is one, who is served may have it do
    /// so.</summary>
    protected static Prediction LeavesOthers(BurstFacts seen) => new(Contrast.OthersGrow, double.NegativeInfinity,
        seen.Processors == 1 ? double.PositiveInfinity : MostOfOthers, "calls that wait have nothing compute");

    /// <summary>Calls that wait let the server compute little.</summary>
    protected static Prediction LeavesProcessors(string why) => new(Contrast.ServerBusy, double.NegativeInfinity, 0.6, why);

    /// <summary>PING and no-op calls beside calls at once, the first ones or others, go on: who waits holds no thread of a pool of .NET, no
    /// event loop and none of Go.</summary>
    protected static IEnumerable<Prediction> OthersGoOn(BurstFacts seen, string why) => seen.IsDotNet || seen.IsNode || seen.IsGo
        ? [new(Contrast.OthersBeside, double.NegativeInfinity, 0.15, why), new(Contrast.NoOpAtFirst, double.NegativeInfinity, 0.15, why)]
        : [];

    /// <summary>No quota of processor time holds the server back.</summary>
    protected static Prediction NotThrottled { get; } =
        new(Contrast.Throttled, double.NegativeInfinity, 0.1, "no quota holds the server back");

    /// <summary>The same of few calls.</summary>
    protected static Prediction WithinCallOfFew { get; } =
        new(Contrast.FurtherOfFew, double.NegativeInfinity, 1.3, "it is held no longer than a call takes");

    /// <summary>A further call costs no more than the method itself takes.</summary>
    protected static Prediction WithinCall { get; } =
        new(Contrast.FurtherCall, double.NegativeInfinity, 1.3, "it is held no longer than a call takes");
}
