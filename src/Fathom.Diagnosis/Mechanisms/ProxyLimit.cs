using Fathom.Diagnosis.Experiments;

namespace Fathom.Diagnosis.Mechanisms;

/// <summary>A proxy's limit of calls at a time, at which calls of all methods wait.</summary>
internal sealed class ProxyLimit : Mechanism
{
    /// <inheritdoc/>
    public override string Cause => "l7-proxy-buffering-or-limits";

    /// <inheritdoc/>
    public override string Name => "a proxy's limit of calls at a time";

    /// <inheritdoc/>
    public override string Fix => """
        # proxy: more requests at a time to each upstream; in Envoy
        circuit_breakers: { thresholds: [{ max_requests: 1024, max_pending_requests: 1024 }] }
        """;

    /// <inheritdoc/>
    public override string? WhyImpossible(BurstFacts seen) => seen.Proxy is null && seen.SpeaksOwnHttp2 == true
        ? $"the connection's SETTINGS are those of {seen.Library}: no proxy stands before it" : null;

    /// <inheritdoc/>
    public override IEnumerable<Prediction> Predict(BurstFacts seen)
    {
        yield return NotThrottled;
        yield return PingIsFree;
        yield return seen.Served == 1 ? SecondCosts(seen, "a second call waits for the first")
            : SecondIsFree("a second call has a place of its own");
        yield return Repeats;
        yield return Lasts;
        yield return OneLasts;
        yield return Steady;
        yield return NoCredit;
        yield return AnyConnection;
        yield return WithinCall;
        yield return InTurn;
        yield return new(Contrast.NoOpBeside, 0.2, double.PositiveInfinity, "a no-op call waits for a place, too");
        yield return new(Contrast.PingBeside, double.NegativeInfinity, 0.15, "PING needs no place");
    }
}
