using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.SlowStartAfterIdle;

/// <summary>
/// <c>slow-start-after-idle</c>: after a pause the sender's TCP forgets how much the path carries, and begins again with ten packets
/// (RFC 5681 section 4.1). Proven by the same call without the pause; visible in a reply whose round trips double.
/// </summary>
public sealed class SlowStartAfterIdleCause() : Cause(Name, provenBy: [PathQuantities.Pause])
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "slow-start-after-idle";

    private const string Formula = "ceil(log2(S / 14480 + 1)) x RTT: ten packets of 1448 bytes, doubling";
    private const double FirstFlight = 14_480;

    // One round trip more may be chance.
    private const double MinRoundTrips = 0.9;
    private const double MinGrowing = 2;

    // Linux halves what it has learned once in each retransmission time-out without traffic: after less, some of it is left.
    private const double LongPause = 3;

    private const string Fix = """
        # on the sender: keep what a connection has learned while it idles
        sysctl net.ipv4.tcp_slow_start_after_idle=0
        # or a congestion control that begins quickly again
        sysctl net.ipv4.tcp_congestion_control=bbr
        """;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredFromOutside => LargeTransfer.Reads;

    /// <inheritdoc/>
    protected override Screening? ScreenProbed(Evidence seen)
    {
        if (LargeTransfer.WhyNoStart(seen) is { } reason)
        {
            return Screening.RuleOut(reason);
        }

        if (seen.Find(PathQuantities.AfterPauseTime) is not { Value: var after })
        {
            return null;
        }

        var (call, growing) = (seen.Value(ServiceQuantities.CallTime), seen.Value(PathQuantities.AfterPauseGrowing));
        var figures = $"after a pause of {FigureText.Number(seen.Value(PathQuantities.Pause))} s a call takes {FigureText.Duration(after)} "
            + $"in place of {FigureText.Duration(call)}, and its round trips grow {FigureText.Whole(growing)} times in a row";
        return after - call < MinRoundTrips * seen.Value(ServiceQuantities.PingTime) || 1 - (call / after) < Screening.MinShare
                || growing < MinGrowing
            ? Screening.RuleOut(figures)
            : Screening.Suspected(1 - (call / after), $"{figures}; the share is of a call after a pause", Fix,
                "the same calls without a pause");
    }

    /// <inheritdoc/>
    protected override Conclusion? Prove(Comparison comparison)
    {
        var seen = comparison.Baseline;
        if (comparison.Before - comparison.After < MinRoundTrips * seen.Value(ServiceQuantities.PingTime))
        {
            return null;
        }

        var roundTrips = Math.Ceiling(Math.Log2((seen.Value(ServiceQuantities.ReplyBytes) / FirstFlight) + 1));
        return new Conclusion(
            $"After a pause of {comparison.Change.From} s the server's TCP learns the path again: a call takes "
                + $"{FigureText.Duration(comparison.Before)}, and {FigureText.Duration(comparison.After)} right after another on the same "
                + "connection and nothing else changed.", Fix)
        {
            Model = seen.Value(PathQuantities.Pause) < LongPause ? null
                : comparison.Predict(Formula, roundTrips * seen.Value(ServiceQuantities.PingTime)),
        };
    }
}
