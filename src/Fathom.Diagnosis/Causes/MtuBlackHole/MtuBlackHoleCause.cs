using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.MtuBlackHole;

/// <summary>
/// <c>mtu-black-hole</c>: full-size packets are dropped on the way, and the ICMP message that would say so is filtered, so that the sender
/// repeats them in vain (RFC 2923, section 2.1). What fits a small packet passes. Proven by small TCP segments on the caller's side, which
/// hold for both directions.
/// </summary>
public sealed class MtuBlackHoleCause() : Cause(Name, provenBy: [HangQuantities.SegmentBytes])
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "mtu-black-hole";

    private const string Fix = """
        # the tunnel's or the router's end: TCP learns a segment that fits
        iptables -t mangle -A FORWARD -p tcp --tcp-flags SYN,RST SYN -j TCPMSS --clamp-mss-to-pmtu
        # or the sender finds it without ICMP (RFC 4821)
        sysctl net.ipv4.tcp_mtu_probing=1
        # or the right MTU of the interface, and ICMP "fragmentation needed" (type 3, code 4) let through
        ip link set dev eth0 mtu 1400
        """;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredInStudy => [HangQuantities.SmallSegmentTime];

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredFromOutside => [HangQuantities.Hangs];

    /// <inheritdoc/>
    protected override Screening? ScreenProbed(Evidence seen)
    {
        if (!seen.Is(HangQuantities.Hangs))
        {
            return Screening.RuleOut("calls end, and their packets with them");
        }

        if (seen.Find(HangQuantities.PingTime) is { Value: var ping })
        {
            return Screening.RuleOut($"PING passed in {FigureText.Duration(ping)} behind the call that did not end");
        }

        if (seen.Find(HangQuantities.SmallSegmentTime) is not { Value: var small })
        {
            // TCP_MAXSEG is Linux's.
            return null;
        }

        var limit = seen.Value(HangQuantities.FreshTime);
        return seen.Is(HangQuantities.FreshEnds)
                ? Screening.RuleOut($"the same ended over a new connection, in {FigureText.Duration(limit)}")
            : !seen.Is(HangQuantities.SmallSegmentsEnd)
                ? Screening.RuleOut("with small segments the same did not end either")
            : Screening.Suspected(1 - (small / limit), (seen.Is(HangQuantities.InHandshake)
                    ? "a TLS handshake did not end" : "behind the call that did not end PING was not answered")
                + $", and over a new connection the same did not end within {FigureText.Duration(limit)}; with small TCP "
                + "segments it takes " + FigureText.Duration(small), Fix, "the same with small segments");
    }

    /// <inheritdoc/>
    protected override Conclusion? Prove(Comparison comparison) => new(
        $"Large packets vanish on the way: over each new connection the same call was given up after "
            + $"{FigureText.Duration(comparison.Before)}, and takes {FigureText.Duration(comparison.After)}, the connection included, with "
            + $"TCP segments of at most {comparison.Change.To} bytes and nothing else changed.",
        Fix);
}
