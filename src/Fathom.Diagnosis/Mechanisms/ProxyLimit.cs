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
    public override IEnumerable<Prediction> Predict(BurstFacts seen) => LimitsAll(seen);
}
