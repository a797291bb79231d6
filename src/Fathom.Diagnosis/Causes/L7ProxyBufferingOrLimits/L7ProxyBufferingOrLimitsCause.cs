using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.L7ProxyBufferingOrLimits;

/// <summary>
/// <c>l7-proxy-buffering-or-limits</c>: a proxy ends the connection, and most of a call's time lies behind it: it answers PING itself, at
/// once, and even a method that does not exist takes long. One that names itself nowhere is known by its SETTINGS. Proven by the same calls
/// past it, where the service's own address is given or found on this machine.
/// </summary>
public sealed class L7ProxyBufferingOrLimitsCause() : Cause(Name, provenBy: [BehaviourQuantities.ThroughProxy])
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "l7-proxy-buffering-or-limits";

    // Less is a proxy's own work.
    private const double MinMs = 5;
    private const double MinTimes = 3;

    private const string Fix = """
        # what the proxy does to each call: a limit of its rate (nginx: limit_req), a check of it elsewhere, a connection or a
        # handshake for each to the service (nginx: keepalive); or its distance to the service: place them together
        """;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredFromOutside =>
        [ServiceQuantities.Server, ServiceQuantities.PingTime, ServiceQuantities.NoOpTime, ServiceQuantities.CallTime];

    /// <inheritdoc/>
    protected override Screening? ScreenProbed(Evidence seen)
    {
        var (ping, noOp) = (seen.Value(ServiceQuantities.PingTime), seen.Value(ServiceQuantities.NoOpTime));
        var (call, behind) = (seen.Value(ServiceQuantities.CallTime), noOp - ping);
        var figures = $"PING takes {FigureText.Duration(ping)}, and a call to a method that does not exist {FigureText.Duration(noOp)}";
        return ProxyOnTheWay.Of(seen) is not { Sign: var proxy }
                ? Screening.RuleOut($"no response names a proxy; {figures}")
            : behind < MinMs || noOp < MinTimes * ping || behind / call < Screening.MinShare
                ? Screening.RuleOut($"{proxy}, but {figures}")
            : Screening.Suspected(Math.Min(1, behind / call), $"{proxy}, which answers PING itself: {figures}", Fix,
                "the same call to the service's own address, without the proxy") with
            {
                Part = Screening.NoOpBeyondPing,
            };
    }

    /// <inheritdoc/>
    protected override Conclusion? ProveProbed(Comparison comparison) => new(
        $"A call takes {FigureText.Duration(comparison.Before)} through the proxy and {FigureText.Duration(comparison.After)} past it, "
            + "with nothing else changed.", Fix);
}
