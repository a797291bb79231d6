using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.L7ProxyBufferingOrLimits;

/// <summary>
/// <c>l7-proxy-buffering-or-limits</c>: a proxy ends the connection, and most of a call's time lies behind it: it answers PING itself, at
/// once, and even a method that does not exist takes long. One that names itself nowhere is known by its SETTINGS. A hint from outside: the
/// direct address is the operator's to give.
/// </summary>
public sealed class L7ProxyBufferingOrLimitsCause : Cause
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "l7-proxy-buffering-or-limits";

    // Less is a proxy's own work.
    private const double MinMs = 5;
    private const double MinTimes = 3;

    private const string Fix = """
        # the distance is between the proxy and the service: place them together, or call the service directly
        fathom doctor SERVICE_ADDRESS --call METHOD --against fathom-out/doctor.json
        """;

    /// <inheritdoc/>
    public override string Id => Name;

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
}
