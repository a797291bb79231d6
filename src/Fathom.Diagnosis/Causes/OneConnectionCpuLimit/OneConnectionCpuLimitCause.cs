using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.OneConnectionCpuLimit;

/// <summary>
/// <c>one-connection-cpu-limit</c>: one reader takes the frames of a connection one after another, and one writer sends them, so that many
/// small calls on one connection wait for each other although threads and processors are free. Proven by the same calls over four
/// connections.
/// </summary>
public sealed class OneConnectionCpuLimitCause : Cause
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "one-connection-cpu-limit";

    // What a call costs a connection must be well above what it costs where nothing is wrong, the probe's own side included: no-op calls at
    // once took 12 us each on a healthy server on Kestrel.
    private const double LeastPerCallMs = 0.3;

    // As many no-op calls take most of the time of the calls: the connection holds them, and not the method.
    private const double LeastNoOps = 0.6;

    // Over four connections a quarter of the time, but for what the calls take themselves.
    private const double MostOverFour = 0.7;

    // A no-op call on another connection meanwhile is answered at once: threads and processors are free.
    private const double MostBeside = 0.25;

    // Smaller messages than this fit into windows and packets, however many come at once.
    private const double MostBytes = 16 * 1024;

    // Of what a call costs the connection. Metadata goes with no-op calls, too, and its bytes wait for the path: over 1 Mbit/s 5,019 bytes
    // of header fields were 43 ms of the 59 ms of a no-op call, and 32 of them at once took 39 ms each.
    private const double MostOfMetadata = 0.5;

    private const string Formula = "n x c + S; n calls at once, c what as many no-op calls take, divided by n, S the time of one call";

    private const string Fix = """
        // client: several channels, taken in turn; each has a connection of its own
        private static readonly GrpcChannel[] Channels = [.. Enumerable.Range(0, 4).Select(_ => GrpcChannel.ForAddress(address))];
        // server: nothing slow in a connection's middleware (ListenOptions.Use); or several small messages in one
        """;

    /// <inheritdoc/>
    public override string Id => Name;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> Needs => Probes;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> ProvenBy => [ServiceQuantities.Connections];

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> Probes =>
    [
        ServiceQuantities.BurstCalls, ServiceQuantities.BurstTime, ServiceQuantities.SpreadBurstTime, ServiceQuantities.NoOpBurstTime,
        ServiceQuantities.NoOpTime, ServiceQuantities.CallTime, ServiceQuantities.LoadedNoOp, ServiceQuantities.ReplyBytes,
    ];

    /// <inheritdoc/>
    protected override Screening? ScreenProbed(Evidence seen)
    {
        var (calls, burst) = (seen.Value(ServiceQuantities.BurstCalls), seen.Value(ServiceQuantities.BurstTime));
        var (four, noOps) = (seen.Value(ServiceQuantities.SpreadBurstTime), seen.Value(ServiceQuantities.NoOpBurstTime));
        var (beside, perCall) = (seen.Value(ServiceQuantities.LoadedNoOp), PerCall(seen));
        var figures = $"{FigureText.Whole(calls)} calls at once take {FigureText.Duration(burst)} on one connection and "
            + $"{FigureText.Duration(four)} over four";
        var bytes = Math.Max(seen.Value(ServiceQuantities.ReplyBytes), seen.Find(PathQuantities.RequestBytes)?.Value ?? 0);
        return seen.Find(ServiceQuantities.StreamLimit) is { Value: var limit } && limit < calls
                ? Screening.RuleOut($"the server allows {FigureText.Whole(limit)} calls at a time on a connection: they wait for that")
            : perCall < LeastPerCallMs || noOps < LeastNoOps * burst
                ? Screening.RuleOut($"{figures}; as many no-op calls {FigureText.Duration(noOps)}, "
                    + $"{FigureText.Duration(Math.Max(0, perCall))} each")
            : bytes > MostBytes ? Screening.RuleOut($"{figures}, and messages of {FigureText.Size(bytes)} wait for windows and the path")
            : MetadataTime(seen) is var metadata && metadata > MostOfMetadata * perCall
                ? Screening.RuleOut($"{figures}, and {FigureText.Duration(metadata)} of each are its metadata's")
            : four > MostOverFour * burst ? Screening.RuleOut(figures)
            : beside > MostBeside * burst
                ? Screening.RuleOut($"{figures}, and a no-op call on another connection meanwhile {FigureText.Duration(beside)}: "
                    + "everything waits, not one connection")
            : Screening.Suspect(1 - (four / burst), $"{figures}; as many no-op calls take {FigureText.Duration(noOps)} on one, "
                + $"{FigureText.Duration(perCall)} each, while one on another connection is answered in {FigureText.Duration(beside)}",
                Fix, "the same calls over four connections");
    }

    /// <inheritdoc/>
    protected override Conclusion? Prove(Comparison comparison)
    {
        var seen = comparison.Baseline;
        var calls = FigureText.Whole(seen.Value(ServiceQuantities.BurstCalls));
        return ScreenProbed(seen) is not { IsSuspected: true } ? null : new Conclusion(
            $"One connection takes {FigureText.Duration(PerCall(seen))} for each call, whatever the method: {calls} calls at once take "
                + $"{FigureText.Duration(comparison.Before)}, and {FigureText.Duration(comparison.After)} over {comparison.Change.To} "
                + "connections and nothing else changed.", Fix)
        {
            Model = comparison.Predict(Formula,
                (seen.Value(ServiceQuantities.BurstCalls) * PerCall(seen)) + seen.Value(ServiceQuantities.CallTime)),
        };
    }

    private static double MetadataTime(Evidence seen) => seen.Find(PathQuantities.BareNoOpTime) is { Value: var bare }
        ? seen.Value(ServiceQuantities.NoOpTime) - bare
        : 0;

    private static double PerCall(Evidence seen) =>
        (seen.Value(ServiceQuantities.NoOpBurstTime) - seen.Value(ServiceQuantities.NoOpTime)) / seen.Value(ServiceQuantities.BurstCalls);
}
