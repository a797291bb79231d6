using Fathom.Diagnosis.Experiments;
using static Fathom.Diagnosis.Mechanisms.Predictions.Impossibility;
using static Fathom.Diagnosis.Mechanisms.Predictions.LimitPredictions;

namespace Fathom.Diagnosis.Mechanisms;

/// <summary>A limit of calls at a time that all methods share, and that holds no thread: a limiter in the server's middleware.</summary>
internal sealed class SharedLimit() : Mechanism("rate-limited", "a limit of calls at a time for all methods")
{
    /// <inheritdoc/>
    public override string Fix => """
        // room for as many calls as what is behind the methods can bear (Microsoft.AspNetCore.RateLimiting)
        options.AddConcurrencyLimiter("calls", limit => limit.PermitLimit = 100);
        // or a limit of its own for the method that needs one: [EnableRateLimiting("calls")]
        """;

    // A limit of one is one place that calls take in turn.
    /// <inheritdoc/>
    public override string? WhyImpossible(BurstFacts seen) =>
        seen.Served < 2 ? "each further call adds the time of one" : WhyNoLimiterOfAll(seen) ?? WhyThreadsWereHeld(seen);

    /// <inheritdoc/>
    public override IEnumerable<Prediction> Predict(BurstFacts seen) => LimitsAll(seen);
}
