using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.MethodWaits;

/// <summary>
/// <c>method-waits</c>: the time of a call is the method's own, which waits for something, a database or another service. A verdict, not a
/// fault of gRPC: as many calls at once take as long as one, and nothing else slows down. It stays a hint, since no change of the caller's
/// side makes the method faster.
/// </summary>
public sealed class MethodWaitsCause() : Cause(Name)
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "method-waits";

    // Less is not worth to look for.
    private const double MinMs = 2;

    // What waits for a fixed time takes the same whether alone or among others. Calls that computed 30 ms differed by 16 % one at a time,
    // those that waited a second for an answer by 1.5 %, alone and at once.
    private const double MostSpread = 0.02;

    // Calls at once that end in less than this share of one's time do not have to wait for what one waits for.
    private const double MostOfGathered = 0.7;

    private const string Fix = """
        # nothing of gRPC's: see what the method awaits, on the server, while it is called
        fathom doctor --pid PID
        """;

    private const string FixOfComputing = """
        # nothing of gRPC's, and no calls wait for each other: see where the method's processor time goes, on the server, while it is called
        fathom doctor --pid PID
        """;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredFromOutside =>
    [
        ServiceQuantities.CallTime, ServiceQuantities.NoOpTime, ServiceQuantities.BurstCalls, ServiceQuantities.BurstTime,
        ServiceQuantities.LoadedNoOp,
    ];

    /// <inheritdoc/>
    protected override Screening? ScreenProbed(Evidence seen)
    {
        var (call, noOp) = (seen.Value(ServiceQuantities.CallTime), seen.Value(ServiceQuantities.NoOpTime));
        var (own, burst) = (Math.Max(0, call - noOp), seen.Value(ServiceQuantities.BurstTime));
        var calls = FigureText.Whole(seen.Value(ServiceQuantities.BurstCalls));
        var figures = $"the method itself takes {FigureText.Duration(own)} of the {FigureText.Duration(call)} of a call";
        return seen.Find(UnevenQuantities.Share) is { Value: var share } ? OfUneven(seen, share)
            : seen.Find(UnevenQuantities.AfterIdleTime) is { Value: var idle } ? OfIdle(seen, idle)
            : own < MinMs || own < call / 2
                ? Screening.RuleOut(figures)
            : seen.Find(BehaviourQuantities.PhaseMisfit) is { Value: <= TickFit.MaxMisfit }
                ? Screening.RuleOut($"{figures}, and ends on the ticks of a timer, whenever it was called")
            : seen.Find(PathQuantities.MovedTime) is { Value: var moved } && moved >= Screening.Most * own
                ? Screening.RuleOut($"{figures}, for {FigureText.Duration(moved)} of which its messages are on their way")
            : seen.Is(ServiceQuantities.CallsWait)
                ? Screening.RuleOut($"{figures}, and {calls} calls at once take {FigureText.Duration(burst)}: they wait for each other")
            : Screening.Suspected(own / call,
                $"{figures}, {calls} calls at once take {FigureText.Duration(burst)}, "
                    + $"and a no-op call meanwhile {FigureText.Duration(seen.Value(ServiceQuantities.LoadedNoOp))}"
                    + (seen.Find(ServiceQuantities.CallTimeSpread) is { Value: <= MostSpread and var spread }
                        ? $"; alone and at once all take the same but for {FigureText.Number(100 * spread)} %, as where a fixed time is "
                            + "waited for: a time-out, a delay"
                        : "")
                    + (burst < MostOfGathered * call
                        ? "; calls at once end sooner than one alone: something gathers them until there are enough, or a time is over"
                        : "")
                    + InReply(seen, own)
                    + (seen.Find(ServerQuantities.WhileOne) is { Value: var does } ? $"; the server's process {does}" : ""),
                seen.Is(ServerQuantities.MostlyComputes) ? FixOfComputing : Fix,
                "what the method does or awaits, seen on the server with 'fathom doctor --pid PID' while it is called")
                with { IsByExclusion = true };
    }

    // Where in its reply it waits.
    private static string InReply(Evidence seen, double ownMs) =>
        seen.Find(BehaviourQuantities.StatusAfterTime) is { Value: var after } && after >= Screening.Most * ownMs
            ? $"; the last message of its reply is there {FigureText.Duration(after)} before its status: it waits after its answer, as in "
                + "middleware after the handler, or in what the handler does last"
        : seen.Find(BehaviourQuantities.ReplyFrames) is { Value: > 1 }
            && seen.Find(BehaviourQuantities.StreamTime) is { Value: var stream } && stream >= Screening.Most * ownMs
            ? $"; the first of its reply is there {FigureText.Duration(stream)} before the last: it waits between its messages" : "";

    private static Screening OfUneven(Evidence seen, double share)
    {
        var together = seen.Find(UnevenQuantities.TakeLongTogether)?.Value;
        return Screening.Suspected(share,
            $"{FigureText.Whole(seen.Value(UnevenQuantities.Calls))} of {FigureText.Whole(seen.Value(UnevenQuantities.Of))} calls, "
                + $"{AtOnce(seen)}, take {FigureText.Duration(seen.Value(UnevenQuantities.Time))} and the like, half of them "
                + $"{FigureText.Duration(seen.Value(ServiceQuantities.CallTime))} at most, "
                + (seen.Is(UnevenQuantities.AreOfAll)
                    ? "and calls to a method that does not exist take long now and then, too: what all calls need stands still, as where "
                        + "something else holds an interpreter's lock or stops the process"
                    : "while PING goes on")
                + together switch
                {
                    true => "; calls in flight take long together: something that all of them need stands still now and then",
                    false => "; each takes long by itself, beside others that do not",
                    null => "",
                }
                + (seen.Find(UnevenQuantities.AfterIdleTime) is { Value: var idle }
                    ? $". So does the first after {FigureText.Duration(seen.Value(UnevenQuantities.IdleTime))} without calls "
                        + $"({FigureText.Duration(idle)}): what they need is given up after a time, such as an entry of a cache"
                    : ""),
            Fix,
            "what the method awaits while it takes long, seen on the server with 'fathom doctor --pid PID' while it is called")
            with { Part = Screening.NowAndThen };
    }

    private static string AtOnce(Evidence seen) => seen.Find(UnevenQuantities.AtOnce) is { Value: > 1 and var atOnce }
        ? $"{FigureText.Whole(atOnce)} in flight" : "one at a time";

    private static Screening OfIdle(Evidence seen, double afterMs)
    {
        var nextMs = seen.Value(UnevenQuantities.NextCallTime);
        return Screening.Suspected(1 - (nextMs / afterMs),
            $"after {FigureText.Duration(seen.Value(UnevenQuantities.IdleTime))} without calls the first takes "
                + $"{FigureText.Duration(afterMs)}, and the one right after it {FigureText.Duration(nextMs)}: what the method needs "
                + "is given up meanwhile, such as an entry of a cache, a connection to what is behind it or memory, or looked for ever "
                + "less often, as by what polls",
            """
            # keep it for longer than callers pause, or get it again before it is asked for: an entry of a cache (.NET: SlidingExpiration),
            # a connection to what is behind the method, memory that is given back; wake up what serves calls, in place of a poll
            """,
            "the same calls with a longer time to keep it, on the server");
    }
}
