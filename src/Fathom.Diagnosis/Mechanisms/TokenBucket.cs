using Fathom.Diagnosis.Experiments;

namespace Fathom.Diagnosis.Mechanisms;

/// <summary>A limit of the rate of calls: each takes a token, and tokens come at a steady pace.</summary>
internal sealed class TokenBucket : Mechanism
{
    // Two medians that differ by as much are not of one time.
    private const double Slower = 1.1;

    /// <inheritdoc/>
    public override string Cause => "rate-limited";

    /// <inheritdoc/>
    public override string Name => "a limit of the rate of calls";

    /// <inheritdoc/>
    public override string Fix => """
        // a larger limit, or a burst that fits the callers' (Microsoft.AspNetCore.RateLimiting)
        options.AddTokenBucketLimiter("calls", limit => { limit.TokenLimit = 100; limit.TokensPerPeriod = 100; });
        // or fewer calls: several small messages in one
        """;

    /// <inheritdoc/>
    public override IEnumerable<Prediction> Predict(BurstFacts seen)
    {
        yield return NotThrottled;
        yield return PingIsFree;
        yield return Repeats;
        yield return Lasts;
        yield return OneLasts;
        yield return Steady;
        yield return AnyConnection;
        yield return new(Contrast.ShortGaps, double.NegativeInfinity, 0.1, "calls end at the pace of the tokens");
        if (seen.IsDotNet || seen.IsNode || seen.IsGo)
        {
            yield return new(Contrast.NoOpBesideFew, double.NegativeInfinity, 0.15, "who waits for a token holds no thread");
            yield return new(Contrast.OthersBeside, double.NegativeInfinity, 0.15, "who waits for a token holds no thread");
        }

        yield return InTurn;
        yield return new(Contrast.PaceDrift, double.NegativeInfinity, 3, "the clock of the tokens does not drift");
        yield return new(Contrast.ServerBusy, double.NegativeInfinity, 0.5, "who waits for a token computes nothing");
        // Calls right after each other take the time between two tokens, and single ones no longer than they took. Tokens that come about
        // as fast as calls end, and are not waited for, would be a coincidence. Where several are kept, a few calls wait for none.
        if (seen.Served < 2 && (seen.StepMs > 0.9 * seen.CallMs || (seen.StepMs / seen.OwnMs) is > 0.9 and < 1.1))
        {
            var most = seen.StepMs > Slower * seen.CallMs ? Math.Max(LowAlike, seen.CallMs / seen.StepMs) : LowAlike;
            yield return new(Contrast.AfterPause, double.NegativeInfinity, most, "a token comes meanwhile");
        }
    }
}
