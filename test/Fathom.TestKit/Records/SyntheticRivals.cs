using Fathom.Records;
using Fathom.Records.Doctors;

namespace Fathom.TestKit.Records;

/// <summary>Verdicts on services whose calls at once wait for each other.</summary>
internal static class SyntheticRivals
{
    private const string Place = "one place that calls take in turn";

    private static readonly DoctorPrediction SecondCosts = new("two-calls", "two-at-once", "two calls at once over one call",
        "a second call waits for the first", [1.94, 1.97, 1.96, 1.99, 1.95, 1.96, 2.02, 1.93], 1.96, 0.7)
    {
        Low = 1.69, High = 2.38, Neutral = 1, IsSign = true,
    };

    private static readonly DoctorPrediction SecondIsFree = SecondCosts with
    {
        Why = "a second call has a thread of its own", PValue = 0.0039, Low = 0.85, High = 1.2, IsSign = false, IsRejected = true,
    };

    /// <summary>One is left, and shows itself.</summary>
    public static DoctorRecord Found() => Record(
        $"serialised-handler costs 96.9 % of the time of 32 calls at once (at least 96.4 %). Calls at once wait for {Place}: two calls "
            + "at once over one call is 1.96, and 1.69 to 2.38 was predicted, since a second call waits for the first. It is not threads "
            + "of a pool that calls block: two calls at once over one call is 1.96, and 0.85 to 1.2 was predicted, since a second call "
            + "has a thread of its own.", RivalFate.Found) with
    {
        Causes = [Cause("serialised-handler", FindingKind.Finding)],
    };

    /// <summary>Two are left.</summary>
    public static DoctorRecord Undetermined() => Record(
        $"Undetermined: {Place} (serialised-handler), or processors on which calls compute (cpu-saturation). It costs 96.9 % of the time "
            + "of 32 calls at once (at least 96.4 %). No experiment from here separates them. On the server, 'fathom doctor --pid PID' "
            + "while it is called does.", RivalFate.Possible) with
    {
        Causes = [Cause("serialised-handler", FindingKind.Hint), Cause("cpu-saturation", FindingKind.Hint) with
            {
                Fix = "# where the processors' time goes, on the server, while it is called\nfathom doctor --pid PID",
            }],
    };

    private static DoctorRecord Record(string verdict, RivalFate fate) =>
        SyntheticExaminations.Empty("service", "my.Shop/Find", verdict) with
    {
        Time = ["A call takes 20.3 ms, one at a time on an idle connection (median).", "A new connection costs 5.17 ms more."],
        Waterfall = SyntheticExaminations.Waterfall(0.18, 0.04, 0.21, 19.87),
        AtOnce = [new(1, [20.3, 20.1, 20.6]), new(2, [40.2, 39.9]), new(32, [641.2, 650.4])],
        Rivals =
        [
            new("serialised-handler", Place, fate) { Predictions = [SecondCosts] },
            new("cpu-saturation", "processors on which calls compute", fate == RivalFate.Found ? RivalFate.Rejected : fate)
            {
                Predictions = [SecondCosts with { Why = "two calls share one processor" }, Busy(fate == RivalFate.Found)],
            },
            new("thread-pool-starvation", "threads of a pool that calls block", RivalFate.Rejected) { Predictions = [SecondIsFree] },
            new("max-concurrent-streams-queue", "streams that a connection allows", RivalFate.Rejected) { Predictions = [SecondIsFree] },
            new("cpu-quota-throttling", "a quota of processor time", RivalFate.Rejected)
            {
                Predictions =
                [
                    Same(0.02, "share of the time in which the server's quota is used up", "its quota is used up") with { Low = 0.3 },
                ],
            },
            new("pool-that-grows", "a pool that grows and shrinks", RivalFate.Rejected)
            {
                Predictions = [Again()],
            },
            new("event-loop-blocked", "an event loop that a call blocks", RivalFate.Rejected)
            {
                Predictions =
                [
                    Same(0.31, "the longest wait of PING beside calls at once, ms", "PING waits for the loop, too") with { Low = 14.2 },
                ],
            },
            new("busy-interpreter", "an interpreter that one call at a time uses", RivalFate.Impossible) { Why = "the server is Kestrel" },
            new("stop-and-go", "a loop of Node", RivalFate.Impossible) { Why = "the server is Kestrel" },
        ],
    };

    private static DoctorPrediction Busy(bool isRejected) =>
        Same(isRejected ? 0.08 : 1.94, "processors that the server keeps busy or waits for", "the processors are busy") with
        {
            Low = 1.5, IsRejected = isRejected,
        };

    private static DoctorPrediction Same(double median, string text, string why) => new(
        "burst-again", "some", text, why, [median * 0.97, median, median * 1.04, median, median * 1.01, median * 0.99], median, 0.016)
    {
        Neutral = 0, IsRejected = true,
    };

    // Rejected by how it varies: its median is as predicted.
    private static DoctorPrediction Again() => new("burst-again", "same-again", "the same calls at once, made again",
        "its capacity is fixed", [0.41, 0.62, 1, 1.3, 1.72, 2.14], 1.15, 0.011)
    {
        Low = 0.85, High = 1.2, IsRejected = true,
    };

    private static DoctorCause Cause(string id, FindingKind kind) => new()
    {
        Id = id,
        Kind = kind,
        Share = 0.969,
        ShareLow = 0.964,
        ShareOf = "the time of 32 calls at once",
        Claim = kind == FindingKind.Finding ? $"Calls at once wait for {Place}." : null,
        Evidence = "32 calls at once take 649 ms, one 20.3 ms, and as many no-op calls 1.45 ms",
        WouldProve = kind == FindingKind.Finding ? null
            : "No experiment from here separates them. On the server, 'fathom doctor --pid PID' while it is called does.",
        Fix = """
            // nothing slow under a lock that every call takes, and no pool of one connection behind the method:
            // prepare it outside, or let as many in as what is behind it can bear, and hold no thread while a call waits
            private static readonly SemaphoreSlim Gate = new(Environment.ProcessorCount);
            await Gate.WaitAsync(context.CancellationToken);
            """,
    };
}
