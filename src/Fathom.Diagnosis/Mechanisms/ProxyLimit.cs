using Fathom.Diagnosis.Experiments;
using static Fathom.Diagnosis.Mechanisms.Predictions.LimitPredictions;
using static Fathom.Diagnosis.Mechanisms.Predictions.ProxyPredictions;

namespace Fathom.Diagnosis.Mechanisms;

/// <summary>A proxy's limit of calls at a time, at which calls of all methods wait.</summary>
/// <param name="isOfConnection">Whether each connection has a limit of its own.</param>
internal sealed class ProxyLimit(bool isOfConnection)
    : Mechanism("l7-proxy-buffering-or-limits",
        isOfConnection ? "a proxy's limit of calls at a time for each connection" : "a proxy's limit of calls at a time")
{
    /// <inheritdoc/>
    public override string Fix => """
        # proxy: more requests at a time to each upstream; in Envoy
        circuit_breakers: { thresholds: [{ max_requests: 1024, max_pending_requests: 1024 }] }
        """;

    /// <inheritdoc/>
    public override Prediction? PastProxy => WaitsForProxy;

    /// <inheritdoc/>
    public override string? WhyImpossible(BurstFacts seen) => seen.Proxy is null && seen.SpeaksOwnHttp2 == true
        ? $"the connection's SETTINGS are those of {seen.Library}: no proxy stands before it"
        : isOfConnection && seen.StreamLimit < seen.Calls ? "the limit of streams that is announced is a rival of its own" : null;

    /// <inheritdoc/>
    public override IEnumerable<Prediction> Predict(BurstFacts seen) =>
        isOfConnection ? LimitsEachConnection(seen, seen.Served == 1) : LimitsAll(seen);
}
