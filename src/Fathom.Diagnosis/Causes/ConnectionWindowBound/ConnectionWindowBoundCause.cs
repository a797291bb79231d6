using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.ConnectionWindowBound;

/// <summary>
/// <c>connection-window-bound</c>: all replies of a connection share one window of the client's (RFC 9113 section 6.9.1), so that more
/// calls at once get no more bytes in a round trip. Proven by a larger window of the connection alone.
/// </summary>
public sealed class ConnectionWindowBoundCause() : Cause(Name, provenBy: [PathQuantities.ConnectionWindow])
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "connection-window-bound";

    private const string Formula = "n x S / W x RTT + RTT; n calls at once, W the connection's window";

    private const string Fix = """
        // client: a window of the connection that calls at once do not fill; SocketsHttpHandler's is 64 MiB
        // grpc-go: grpc.WithInitialConnWindowSize, grpc-java: NettyChannelBuilder.flowControlWindow
        // or several channels, which have a window each
        """;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredFromOutside => [.. LargeTransfer.Reads, PathQuantities.ConnectionWindow];

    /// <inheritdoc/>
    protected override Screening? ScreenProbed(Evidence seen)
    {
        if (PathReach.WhyNoReply(seen) is { } reason)
        {
            return Screening.RuleOut(reason);
        }

        var window = seen.Value(PathQuantities.ConnectionWindow);
        if (seen.Find(PathQuantities.LiftedBulkTime) is not { Value: var lifted })
        {
            return Screening.RuleOut($"the calls were made with a connection window of {FigureText.Size(window)}, as SocketsHttpHandler's; "
                + "of another client give it with --connection-window");
        }

        var (calls, one) = (seen.Value(PathQuantities.BulkCalls), seen.Value(PathQuantities.BulkTime));
        var figures = $"{FigureText.Whole(calls)} calls at once take {FigureText.Duration(one)} with a connection window of "
            + $"{FigureText.Whole(window)} bytes and {FigureText.Duration(lifted)} with one of 64 MiB; over a connection each "
            + FigureText.Duration(seen.Value(PathQuantities.SpreadBulkTime));
        return 1 - (lifted / one) < Screening.MinShare
            ? Screening.RuleOut(figures)
            : Screening.Suspected(1 - (lifted / one), figures, Fix, "the same calls with a larger window of the connection");
    }

    /// <inheritdoc/>
    protected override Conclusion? Prove(Comparison comparison)
    {
        var seen = comparison.Baseline;
        var (calls, window) = (seen.Value(PathQuantities.BulkCalls), seen.Value(PathQuantities.ConnectionWindow));
        var roundTrips = (calls * seen.Value(ServiceQuantities.ReplyBytes) / window) + 1;
        return new Conclusion(
            $"Replies at once share the connection's window of {FigureText.Whole(window)} bytes in each round trip: "
                + $"{FigureText.Whole(calls)} take {FigureText.Duration(comparison.Before)}, and {FigureText.Duration(comparison.After)} "
                + $"with {comparison.Change.To} bytes and nothing else changed.", Fix)
        {
            Model = comparison.Predict(Formula, roundTrips * seen.Value(ServiceQuantities.PingTime)),
        };
    }
}
