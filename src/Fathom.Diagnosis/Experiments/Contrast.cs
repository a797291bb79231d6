namespace Fathom.Diagnosis.Experiments;

/// <summary>A quantity that an experiment measures, by which mechanisms are told apart: each predicts a range, or nothing.</summary>
/// <param name="Id">Its name in records.</param>
/// <param name="Text">What it is, as a noun phrase.</param>
public sealed record Contrast(string Id, string Text)
{
    /// <summary>What it is where nothing holds calls up; null where that depends on the service.</summary>
    public double? Neutral { get; init; }

    /// <summary>Whether further rounds of it can be made: not of what was read beside the first calls.</summary>
    public bool CanRepeat { get; init; } = true;

    /// <summary>Time of two calls at once over that of one call.</summary>
    public static Contrast TwoAtOnce { get; } = new("two-at-once", "two calls at once over one call") { Neutral = 1 };

    /// <summary>What each further call at once adds, over the time that the method itself takes.</summary>
    public static Contrast FurtherCall { get; } =
        new("further-call", "what each further call adds over the method's own time") { Neutral = 0 };

    /// <summary>Time of the same calls at once, made again, over that of those before them, as far from 1 as one is from what is
    /// usual.</summary>
    public static Contrast SameAgain { get; } = new("same-again", "the same calls at once, made again");

    /// <summary>The same times, ms. No mechanism predicts them: they say what waiting costs.</summary>
    public static Contrast BurstTime { get; } = new("burst-time", "the time of the same calls at once, ms");

    /// <summary>What each further call at once adds when the same calls are made again, over what it added at first.</summary>
    public static Contrast LaterBursts { get; } =
        new("later-bursts", "what a further call adds when the same calls at once are made again over what it added at first")
        {
            Neutral = 1,
        };

    /// <summary>Share of the same calls at once, made again, that wait again.</summary>
    public static Contrast WaitAgain { get; } = new("wait-again", "how many of the same calls at once, made again, wait again");

    /// <summary>Time of one call, later, over that at first.</summary>
    public static Contrast LaterCall { get; } = new("later-call", "one call later over one call at first") { Neutral = 1 };

    /// <summary>The longest wait of PING or of a no-op call on another connection, over the time of the calls at once beside it.</summary>
    public static Contrast OthersBeside { get; } =
        new("others-beside", "the longest wait of PING or a no-op call beside calls at once") { Neutral = 0 };

    /// <summary>The same of PING alone.</summary>
    public static Contrast PingBeside { get; } = new("ping-beside", "the longest wait of PING beside calls at once") { Neutral = 0 };

    /// <summary>The same of no-op calls alone.</summary>
    public static Contrast NoOpBeside { get; } =
        new("no-op-beside", "the longest wait of a no-op call beside calls at once") { Neutral = 0 };

    /// <summary>The longest wait of PING over that of a no-op call, where that waits for long.</summary>
    public static Contrast PingOfNoOp { get; } =
        new("ping-of-no-op", "the longest wait of PING over that of a no-op call beside calls at once") { Neutral = 0 };

    /// <summary>Waits of the no-op calls beside the first calls at once, over the time of these.</summary>
    public static Contrast NoOpAtFirst { get; } =
        new("no-op-at-first", "how long no-op calls wait beside the first calls at once") { Neutral = 0, CanRepeat = false };

    /// <summary>Share of calls that take long when the same calls at once are made again, over that at first.</summary>
    public static Contrast LongCallsAgain { get; } =
        new("long-calls-again", "how often a call takes long when the same calls at once are made again over how often it did at first")
        {
            Neutral = 1,
        };

    /// <summary>Share of the first calls at once that take long.</summary>
    public static Contrast LongAtFirst { get; } =
        new("long-at-first", "share of the first calls at once that take long") { CanRepeat = false };

    /// <summary>Share of the time in which PING waits beside one call at a time.</summary>
    public static Contrast PingStops { get; } =
        new("ping-stops", "share of the time in which PING waits beside one call at a time") { Neutral = 0, CanRepeat = false };

    /// <summary>The longest wait of PING beside calls at once, ms.</summary>
    public static Contrast LongestStop { get; } = new("longest-stop", "the longest wait of PING beside calls at once, ms") { Neutral = 0 };

    /// <summary>The longest wait of a no-op call beside calls at once, ms.</summary>
    public static Contrast LongestNoOp { get; } =
        new("longest-no-op", "the longest wait of a no-op call beside calls at once, ms") { Neutral = 0 };

    /// <summary>What the library takes for a no-op call beside calls at once, over what it takes alone.</summary>
    public static Contrast LibraryBeside { get; } =
        new("library-beside", "a no-op call beyond PING beside calls at once, over one alone") { Neutral = 1 };

    /// <summary>The longest wait of a no-op call beside hardly more calls than are served at a time, over the time of these.</summary>
    public static Contrast NoOpBesideFew { get; } =
        new("no-op-beside-few", "the longest wait of a no-op call beside few calls at once") { Neutral = 0 };

    /// <summary>What each further call adds, of hardly more than are served at a time, over the time that the method itself
    /// takes.</summary>
    public static Contrast FurtherOfFew { get; } =
        new("further-of-few", "what each further one of few calls at once adds over the method's own time") { Neutral = 0 };

    /// <summary>Time of a call that starts a while after the one before it, over one that starts at once.</summary>
    public static Contrast AfterPause { get; } = new("after-pause", "a call after a pause over a call right after another") { Neutral = 1 };

    /// <summary>Share of calls after a pause that take long, where single calls are uneven.</summary>
    public static Contrast LongAfterPause { get; } = new("long-after-pause", "share of calls after a pause that take long");

    /// <summary>Share of calls at once that end shortly after the one before them.</summary>
    public static Contrast ShortGaps { get; } = new("short-gaps", "share of calls that end together with the one before");

    /// <summary>When the first of the calls at once has ended, over the time of one call.</summary>
    public static Contrast FirstEnded { get; } =
        new("first-ended", "when the first of the calls at once has ended, over the time of one call") { Neutral = 1 };

    /// <summary>When half of the calls at once have ended, less what these compute, over the time of one call.</summary>
    public static Contrast HalfEnded { get; } =
        new("half-ended", "when half of the calls at once have ended, less what they compute, over the time of one call");

    /// <summary>How often one of the calls at once takes longer than a single one, beyond what these compute, of all pairs of the two: at
    /// most half where none waits for another.</summary>
    public static Contrast AboveSingle { get; } =
        new("above-single", "how often one of the calls at once takes longer than a single one") { Neutral = 0.5 };

    /// <summary>When half of the calls at once have ended, over the time of all.</summary>
    public static Contrast HalfOfAll { get; } = new("half-of-all", "when half of the calls at once have ended, over the time of all");

    /// <summary>How much the time between a call's end and the eighth after it varies, over the time between two ends: variances. It is 1
    /// where calls end by a clock, and 8 where each begins at the end of the one before it.</summary>
    public static Contrast PaceDrift { get; } = new("pace-drift", "variance of the time between eight ends over that between two");

    /// <summary>Time of as many calls at once as are served at a time, over that of one.</summary>
    public static Contrast AllServed { get; } =
        new("all-served", "as many calls at once as are served at a time over one call") { Neutral = 1 };

    /// <summary>Time of one call more at once than are served at a time, over that of as many as are.</summary>
    public static Contrast OneMore { get; } =
        new("one-more", "one call more than are served at a time over as many as are") { Neutral = 1 };

    /// <summary>Time of the later calls of a long row over that of the earlier ones, with the same number in flight.</summary>
    public static Contrast LaterCalls { get; } = new("later-calls", "later calls of a long row over earlier ones") { Neutral = 1 };

    /// <summary>Time of a call in a long row over that of as many calls at once.</summary>
    public static Contrast RowOfBurst { get; } = new("row-of-burst", "a call of a long row over as many calls at once");

    /// <summary>Time of half of the calls of a long row, over what they take on average: little where some are passed by others. No
    /// mechanism predicts it: it says in which order calls are served.</summary>
    public static Contrast Passed { get; } =
        new("passed", "half of the calls of a long row over what they take on average") { CanRepeat = false };

    /// <summary>Of two calls of a long row that start one after the other, one of which takes long, how often both do.</summary>
    public static Contrast LongPairs { get; } =
        new("long-pairs", "of two calls that start one after the other, one of which takes long, how often both do")
        {
            Neutral = UnevenCalls.PairsAlone,
        };

    /// <summary>Time of calls at once over four connections, over that on one.</summary>
    public static Contrast FourConnections { get; } =
        new("four-connections", "calls at once on four connections over the same on one") { Neutral = 1 };

    /// <summary>Time of calls at once past the proxy before the service, over the same through it.</summary>
    public static Contrast PastProxy { get; } =
        new("past-proxy", "calls at once past the proxy over the same through it") { Neutral = 1 };

    /// <summary>What no-op calls at once add on one connection, over what calls of the method add.</summary>
    public static Contrast NoOpsAtOnce { get; } =
        new("no-ops-at-once", "what no-op calls at once add over what calls of the method add") { Neutral = 0 };

    /// <summary>What each further no-op call at once adds beyond its own time, over what a call of the method adds.</summary>
    public static Contrast NoOpsBeyond { get; } =
        new("no-ops-beyond", "what a further no-op call adds beyond its own time over what a call of the method adds") { Neutral = 0 };

    /// <summary>Time of no-op calls at once beside calls of the method, over the same alone.</summary>
    public static Contrast NoOpsBesideCalls { get; } =
        new("no-ops-beside-calls", "no-op calls at once beside calls over the same alone") { Neutral = 1 };

    /// <summary>Processor time of the server's process for each of the calls at once, over that for one alone.</summary>
    public static Contrast ComputedForEach { get; } =
        new("computed-for-each", "what the server computes for each of the calls at once over what it does for one")
        {
            Neutral = 1,
        };

    /// <summary>Share of the time of the server's processors in which nothing computed on them, without the part of a call in which
    /// nothing would.</summary>
    public static Contrast IdleProcessors { get; } =
        new("idle-processors", "share of the time in which a processor of the server's is idle");

    /// <summary>Share of the server's processors that other programs use beside calls at once, less what they use before these.</summary>
    public static Contrast OthersGrow { get; } = new("others-grow",
        "share of the server's processors that other programs use beside calls at once, beyond that before these") { Neutral = 0 };

    /// <summary>Processors that the server's process kept busy during calls at once.</summary>
    public static Contrast ServerBusy { get; } = new("server-busy", "processors that the server keeps busy") { Neutral = 0 };

    /// <summary>Processors that the server's process kept busy or waited for during calls at once, without the part of a call in which it
    /// computes nothing.</summary>
    public static Contrast ServerDemand { get; } =
        new("server-demand", "processors that the server keeps busy or waits for") { Neutral = 0 };

    /// <summary>Share of the time of calls at once in which the server's process was held back by its quota.</summary>
    public static Contrast Throttled { get; } =
        new("throttled", "share of the time in which the server's quota is used up") { Neutral = 0 };

    /// <summary>How well the ends of calls fit a grid of 100 ms: the length of their mean direction on it, 0 to 1.</summary>
    public static Contrast QuotaGrid { get; } = new("quota-grid", "fit of calls' ends to a grid of 100 ms");
}

/// <summary>The range in which a contrast's median lies if a mechanism is the cause.</summary>
/// <param name="Of">The contrast.</param>
/// <param name="Low">Least value; negative infinity where there is none.</param>
/// <param name="High">Largest value; infinity where there is none.</param>
/// <param name="Why">Why, as a clause.</param>
public sealed record Prediction(Contrast Of, double Low, double High, string Why)
{
    /// <summary>Whether the mechanism may be at work although it is not met: it is a sign where it is, and rejects nothing.</summary>
    public bool IsOptional { get; init; }

    // A value well within the range.
    private const double FromLow = 1.5;
    private const double FromHigh = 0.7;

    /// <summary>A value that the mechanism gives: in the middle of its range, or well within an open one.</summary>
    public double Typical => double.IsNegativeInfinity(Low) ? FromHigh * High : double.IsPositiveInfinity(High) ? FromLow * Low
        : (Low + High) / 2;

    /// <summary>Whether what one of two mechanisms gives is none of what the other predicts.</summary>
    public bool Excludes(Prediction other) => !Contains(other.Typical) || !other.Contains(Typical);

    /// <summary>Whether a value lies in the range.</summary>
    public bool Contains(double value) => value >= Low && value <= High;
}
