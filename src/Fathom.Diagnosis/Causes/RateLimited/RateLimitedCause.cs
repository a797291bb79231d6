using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.RateLimited;

/// <summary>
/// <c>rate-limited</c>: calls at once go at first, and wait once many were made: something that holds a number of calls is used up, and is
/// refilled at a pace, whatever calls do. A hint: a limit of rate is not told apart from a buffer that is emptied at that pace. Where the
/// first calls at once wait for each other, experiments tell it apart in its place.
/// </summary>
public sealed class RateLimitedCause() : Cause(Name)
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "rate-limited";

    // No-op calls that take this part of a call's time wait for the same.
    private const double SharedShare = 0.3;

    private const string Fix = """
        // a larger limit, or a burst that fits the callers' (Microsoft.AspNetCore.RateLimiting)
        options.AddTokenBucketLimiter("calls", limit => { limit.TokenLimit = 1000; limit.TokensPerPeriod = 100; });
        // of a buffer: write less into it with each call, such as lines of a log, or have it emptied faster
        """;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredFromOutside =>
        [ServiceQuantities.CallTime, ServiceQuantities.BurstCalls];

    /// <inheritdoc/>
    protected override Screening? ScreenProbed(Evidence seen)
    {
        if (seen.Find(UnevenQuantities.UsedUpTime) is not { Value: var waiting })
        {
            var calls = FigureText.Whole(seen.Value(ServiceQuantities.BurstCalls));
            return seen.Is(ServiceQuantities.CallsWait) ? null
                : Screening.RuleOut($"{calls} calls at once do not wait, and those after many others neither");
        }

        var (call, noOp) = (seen.Value(ServiceQuantities.CallTime), seen.Value(UnevenQuantities.UsedUpNoOpTime));
        return Screening.Suspected(1 - (call / waiting),
            $"after {FigureText.Duration(seen.Value(UnevenQuantities.RestTime))} without calls about "
                + $"{FigureText.Whole(seen.Value(UnevenQuantities.StoredCalls))} in a row go at once; from then on "
                + $"{FigureText.Number(seen.Value(UnevenQuantities.UsedUpRate))} a second do, each of which takes "
                + $"{FigureText.Duration(waiting)}, and a no-op call {FigureText.Duration(noOp)}"
                + $"{(noOp > SharedShare * waiting ? ", which waits as well" : "")}: what holds a number of calls is used up, tokens of a "
                + "limit of rate, or room in a buffer, of a log or a queue, that is emptied at that pace",
            Fix, "the same calls with a larger limit or buffer, on the server");
    }
}
