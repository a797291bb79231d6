using Fathom.Diagnosis.Causes.LossBound;
using Fathom.Diagnosis.Causes.StopAndWaitSender;
using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.NagleDelayedAck;

/// <summary>
/// <c>nagle-delayed-ack</c>: the server holds a small segment back until the one before is acknowledged (RFC 9293 section 3.7.4), and the
/// client's kernel delays that acknowledgement, by 40 ms on Linux. Proven by acknowledging at once (<c>TCP_QUICKACK</c>).
/// </summary>
public sealed class NagleDelayedAckCause() : Cause(Name, provenBy: [ServiceQuantities.QuickAck])
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "nagle-delayed-ack";

    // Linux delays an acknowledgement by at least 40 ms; a call that gains less is not held by one.
    private const double MinGainMs = 20;

    private const string Fix = """
        // server: the default of Kestrel; a proxy or another server has a setting of its own (TCP_NODELAY)
        builder.WebHost.UseSockets(options => options.NoDelay = true);
        // client: in a ConnectCallback of your own
        socket.NoDelay = true;
        """;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredFromOutside => [ServiceQuantities.CallTime, ServiceQuantities.QuickAckCallTime];

    /// <inheritdoc/>
    protected override Screening? ScreenProbed(Evidence seen)
    {
        var (call, quick) = (seen.Value(ServiceQuantities.CallTime), seen.Value(ServiceQuantities.QuickAckCallTime));
        var figures = $"a call takes {FigureText.Duration(call)}, and {FigureText.Duration(quick)} with acknowledgements at once";
        return ProbedSender.IsLike(seen)
                ? Screening.RuleOut($"{figures}; a reply comes in equal parts, one in each round trip: not small segments alone wait")
            // Behind a link that lost 1 % acknowledgements at once saved 26 % of a call of 256 KiB, though nothing waited for one.
            : seen.Find(PathQuantities.OutOfOrderShare) is { Value: >= ProbedLoss.MinOutOfOrder and var lost }
                ? Screening.RuleOut($"{figures}; {FigureText.Number(100 * lost)} % of packets came out of order: who lost some sends more "
                    + "with each acknowledgement, small segments or not")
            : call - quick < MinGainMs || 1 - (quick / call) < Screening.MinShare
                ? Screening.RuleOut(figures)
            : Screening.Suspected(1 - (quick / call), figures, Fix, "the same calls with acknowledgements at once (TCP_QUICKACK)");
    }

    /// <inheritdoc/>
    protected override Conclusion? Prove(Comparison comparison) =>
        comparison.Before - comparison.After < MinGainMs ? null : new(
            $"The server waits for acknowledgements before it sends small segments (Nagle's algorithm), and they are delayed: a call takes "
                + $"{FigureText.Duration(comparison.Before)}, and {FigureText.Duration(comparison.After)} with acknowledgements at once "
                + "and nothing else changed.", Fix);
}
