using Fathom.Diagnosis.Experiments;
using static Fathom.Diagnosis.Mechanisms.Predictions.BesidePredictions;
using static Fathom.Diagnosis.Mechanisms.Predictions.CapacityPredictions;
using static Fathom.Diagnosis.Mechanisms.Predictions.Impossibility;
using static Fathom.Diagnosis.Mechanisms.Predictions.ProcessorPredictions;
using static Fathom.Diagnosis.Mechanisms.Predictions.TurnPredictions;

namespace Fathom.Diagnosis.Mechanisms;

/// <summary>A limit of the rate of calls: each takes a token. Tokens come at a steady pace, one at a time or several at once, as those of
/// ASP.NET Core's limiters do.</summary>
/// <param name="isOfAll">Whether all methods share it: a limiter in the server's middleware.</param>
internal sealed class TokenBucket(bool isOfAll)
    : Mechanism("rate-limited", isOfAll ? "a limit of the rate of calls of all methods" : "a limit of the rate of calls")
{
    // Two medians that differ by as much are not of one time.
    private const double Slower = 1.1;

    // Of a call's time: longer turns are none of places that calls hold.
    private const double MaxAlikeTurn = 1.5;

    // Of the time between two tokens: a no-op call that takes longer alone waits for one.
    private const double MaxOwnOfNoOp = 0.3;

    // Calls that take as long as a turn may wait for its end.
    private const double TurnAlike = 0.15;

    // From any time on, tokens come within this part of a turn three times of five.
    private const double MaxPartOfTurn = 0.6;

    // How many turns there were is taken from what was measured: a tenth is left for that.
    private const double ShorterHalf = 0.9;

    // A call that waits although a pause was as long as it takes until tokens come is an exception.
    private const double MostAfterPause = 0.1;

    // Of the calls at once: so many tokens may have been there.
    private const double MostOfAll = 0.9;

    /// <inheritdoc/>
    public override string Fix => """
        // a larger limit, or a burst that fits the callers' (Microsoft.AspNetCore.RateLimiting)
        options.AddTokenBucketLimiter("calls", limit => { limit.TokenLimit = 100; limit.TokensPerPeriod = 100; });
        // or fewer calls: several small messages in one
        """;

    /// <inheritdoc/>
    public override Prediction? PastProxy => null;

    /// <inheritdoc/>
    public override string? WhyImpossible(BurstFacts seen) => (isOfAll ? WhyNoLimiterOfAll(seen) : null) ?? WhyThreadsWereHeld(seen);

    /// <inheritdoc/>
    public override IEnumerable<Prediction> Predict(BurstFacts seen) =>
    [
        NotThrottled, PingIsFree, Steady, WaitsInRow, AnyConnection, .. MadeAgain(seen), .. isOfAll ? OfAll(seen) : OfOne(seen),
        LeavesBehind(seen), InTurn with { Low = Math.Min(InTurn.Low, LeastOfHalf(seen)) },
        // nginx counts in whole ms from call to call: of its limit of 40 calls a second 3.4 to 8.6 were measured.
        .. seen.HasProxy ? [] : (Prediction[])[
            new(Contrast.PaceDrift, double.NegativeInfinity, 3, "the clock of the tokens does not drift")],
        .. PauseBetween.PauseOf(seen) < TokenMs(seen) ? [] : (Prediction[])[
            new(Contrast.LongAfterPause, double.NegativeInfinity, MostAfterPause, "a token comes meanwhile")],
        new(Contrast.ServerBusy, double.NegativeInfinity, 0.5, "who waits for a token computes nothing"),
        .. seen.EndsInGroups ? InGroups(seen) : AtTheirPace(seen),
    ];

    // In which one more comes, beside those that were there at first.
    private static double TokenMs(BurstFacts seen) => seen.EndFirst < seen.Calls
        ? (seen.BurstMs - seen.EndMs[seen.EndFirst - 1]) / (seen.Calls - seen.EndFirst) : double.PositiveInfinity;

    // One thread of something behind that is always busy is what calls wait for: without the limit they would hardly end sooner.
    private static Prediction LeavesBehind(BurstFacts seen) => seen.Processors is >= 2 and var processors
        ? new(Contrast.OthersGrow, double.NegativeInfinity, LeastOfThread / processors,
            "what is behind the method is idle until a token comes")
        : LeavesOthers(seen);

    // How many tokens were saved up, and when the next ones come, depends on how long no call was made.
    private static IEnumerable<Prediction> MadeAgain(BurstFacts seen)
    {
        var (most, saved) = (LeftOf(seen.EndFirst + seen.Served), LeftOf(seen.EndFirst));
        yield return Repeats with { Low = Repeats.Low * most, High = Repeats.High / most };
        yield return seen.EndsMoreAtFirst ? Lasts with { Low = double.NegativeInfinity, High = Lasts.High / saved } : Lasts;
        double LeftOf(double tokens) => 1 - Math.Min(MostOfAll, tokens / seen.Calls);
    }

    private static IEnumerable<Prediction> OfAll(BurstFacts seen) => seen.NoOpMs - seen.PingMs >= MaxOwnOfNoOp * seen.StepMs
        ? HoldsNoThread(seen)
        : [new(Contrast.NoOpsBeyond, 0.5, double.PositiveInfinity, "each no-op call takes a token, too"), .. HoldsNoThread(seen)];

    private static IEnumerable<Prediction> OfOne(BurstFacts seen)
    {
        IReadOnlyList<Prediction> all = [NoOpsHoldLittle, .. OthersGoOn(seen, "who waits for a token holds no thread")];
        return all.Count == 1 && seen.Served >= 2 ? all :
        [
            .. all, new(Contrast.NoOpBesideFew, double.NegativeInfinity, 0.15, "who waits for a token holds no thread, or few of many"),
        ];
    }

    private static IEnumerable<Prediction> InGroups(BurstFacts seen)
    {
        if (seen.TurnMs < MaxAlikeTurn * seen.CallMs && !seen.EndsMoreAtFirst)
        {
            // Places that are held for as long would make it wait for all of a turn.
            yield return new(Contrast.OneMore, double.NegativeInfinity, 1 + (MaxPartOfTurn * seen.TurnMs / seen.CallMs),
                "the next tokens come after a part of a turn");
        }

        if (Math.Abs((seen.CallMs / seen.TurnMs) - 1) < TurnAlike)
        {
            yield return new(Contrast.AfterPause, double.NegativeInfinity, LowAlike, "tokens come meanwhile") { IsOptional = true };
        }
    }

    private IEnumerable<Prediction> AtTheirPace(BurstFacts seen)
    {
        if (!seen.EndsMoreAtFirst)
        {
            yield return new(Contrast.ShortGaps, double.NegativeInfinity, 0.1, "calls end at the pace of the tokens");
        }

        // Calls right after each other take the time between two tokens, and single ones no longer than they took. Tokens that come about
        // as fast as calls end, and are not waited for, would be a coincidence.
        if (seen.StepMs > 0.9 * seen.CallMs || (seen.StepMs / seen.OwnMs) is > 0.9 and < 1.1)
        {
            var most = seen.StepMs > Slower * seen.CallMs ? Math.Max(LowAlike, seen.CallMs / seen.StepMs) : LowAlike;
            // No-op calls show a limit of all methods anyhow.
            yield return new(Contrast.AfterPause, double.NegativeInfinity, most, "a token comes meanwhile") { IsOptional = isOfAll };
        }
    }

    // Later, twice as many tokens may be there, or half of three turns is over with the first one, which takes no time.
    private static double LeastOfHalf(BurstFacts seen)
    {
        var (half, saved) = (seen.Calls / 2.0, (2 * seen.EndFirst) + 1);
        var turns = seen.EndsInGroups ? Math.Max(1, seen.BurstMs / seen.TurnMs) : double.PositiveInfinity;
        return ShorterHalf * Math.Min(Math.Max(0, half - saved) / Math.Max(1, seen.Calls - saved), (1 - (1 / turns)) / 2);
    }
}
