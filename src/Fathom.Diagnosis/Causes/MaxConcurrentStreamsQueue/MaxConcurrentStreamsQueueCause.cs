using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.MaxConcurrentStreamsQueue;

/// <summary>
/// <c>max-concurrent-streams-queue</c>: the server allows fewer calls at a time on a connection than a client makes, so that the rest wait
/// in the client (RFC 9113 section 5.1.2). Proven by the same calls over four connections.
/// </summary>
public sealed class MaxConcurrentStreamsQueueCause() : Cause(Name)
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "max-concurrent-streams-queue";

    // With a connection for each call the cause is another, and what they wait for is that.
    private const double MinCallsPerConnection = 2;

    private const string Fix = """
        // client: a further connection where the limit is reached (the default of GrpcChannel's own handler)
        var handler = new SocketsHttpHandler { EnableMultipleHttp2Connections = true };
        // server: more calls at a time on a connection
        kestrel.Limits.Http2.MaxStreamsPerConnection = 100;
        """;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredFromWatch =>
    [
        CallQuantities.Calls, CallQuantities.ConnectionsOpened, WatchQuantities.QueuedShare, WatchQuantities.MaxCallsAtOnce,
        WatchQuantities.SetupShare,
    ];

    /// <inheritdoc/>
    protected override Screening? ScreenProcess(Evidence seen)
    {
        var (calls, opened) = (seen.Value(CallQuantities.Calls), seen.Value(CallQuantities.ConnectionsOpened));
        var (queued, setUp) = (seen.Value(WatchQuantities.QueuedShare), seen.Value(WatchQuantities.SetupShare));
        var figures = $"up to {FigureText.Whole(seen.Value(WatchQuantities.MaxCallsAtOnce))} calls were under way at a time on "
            + $"{FigureText.Whole(opened)} connections, and waited for a free stream {FigureText.Number(100 * queued)} % of their time";
        return UnendedCalls.HoldStreams(seen)
                ? Screening.RuleOut($"{FigureText.Whole(seen.Value(WatchQuantities.UnendedCalls))} calls that never ended hold streams")
            : calls < MinCallsPerConnection * opened
            ? Screening.RuleOut($"{FigureText.Whole(opened)} connections were opened for {FigureText.Whole(calls)} calls")
            : setUp >= Screening.MinShare ? Screening.RuleOut(
                $"connections were being set up {FigureText.Number(100 * setUp)} % of the time: calls waited for those")
            : queued < Screening.MinShare ? Screening.RuleOut(figures)
            : Screening.Suspected(queued, figures, Fix,
                "a further connection where the limit is reached (EnableMultipleHttp2Connections), in the code");
    }
}
