using Fathom.Diagnosis.Experiments;
using Fathom.Records;
using static Fathom.Diagnosis.Mechanisms.Predictions.LimitPredictions;

namespace Fathom.Diagnosis.Mechanisms;

/// <summary>The server's limit of streams on a connection (SETTINGS_MAX_CONCURRENT_STREAMS, RFC 9113 section 5.1.2).</summary>
internal sealed class StreamLimit() : Mechanism("max-concurrent-streams-queue", "the limit of streams on a connection")
{
    /// <inheritdoc/>
    public override string Fix => """
        // client: a further connection where the limit is reached (the default of GrpcChannel's own handler)
        var handler = new SocketsHttpHandler { EnableMultipleHttp2Connections = true };
        // server: more calls at a time on a connection
        kestrel.Limits.Http2.MaxStreamsPerConnection = 100;
        """;

    /// <inheritdoc/>
    public override Prediction? PastProxy => null;

    /// <inheritdoc/>
    public override string? WhyImpossible(BurstFacts seen) =>
        seen.StreamLimit is not { } limit ? "the server sets no limit"
        : limit >= seen.Calls ? $"the server allows {limit} at a time" : null;

    /// <inheritdoc/>
    public override ModelCheck? ModelOf(BurstFacts seen) => new(
        "ceil(n / c) x S; n calls at once, c allowed at a time on a connection, S the time of one",
        Math.Round(Math.Ceiling(seen.Calls / (double)seen.StreamLimit!.Value) * seen.CallMs, 1), seen.BurstMs, "ms");

    /// <inheritdoc/>
    public override IEnumerable<Prediction> Predict(BurstFacts seen) => LimitsEachConnection(seen, seen.StreamLimit == 1);
}
