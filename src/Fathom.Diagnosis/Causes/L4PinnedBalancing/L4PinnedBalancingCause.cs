using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.L4PinnedBalancing;

/// <summary>
/// <c>l4-pinned-balancing</c>: a balancer of connections (L4) gives each its own server for life, and the servers differ: a client has the
/// speed of the one that it got. Proven by the same calls on a connection that got another.
/// </summary>
public sealed class L4PinnedBalancingCause() : Cause(Name, provenBy: [BehaviourQuantities.ConnectionNumber])
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "l4-pinned-balancing";

    // Servers that differ less are not worth another balancer.
    private const double MinRatio = 1.5;

    private const string Fix = """
        // balance calls, not connections: a proxy that speaks HTTP/2, or the client itself over all addresses of the name
        var channel = GrpcChannel.ForAddress("dns:///my-service:5001", new GrpcChannelOptions
        {
            Credentials = ChannelCredentials.Insecure,
            ServiceConfig = new ServiceConfig { LoadBalancingConfigs = { new RoundRobinConfig() } },
        });
        """;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredFromOutside =>
    [
        BehaviourQuantities.ComparedConnections, BehaviourQuantities.SlowConnections, BehaviourQuantities.SlowConnectionTime,
        BehaviourQuantities.FastConnectionTime, BehaviourQuantities.ConnectionsDiffer,
    ];

    /// <inheritdoc/>
    protected override Screening? ScreenProbed(Evidence seen)
    {
        var (slow, fast) = (seen.Value(BehaviourQuantities.SlowConnectionTime), seen.Value(BehaviourQuantities.FastConnectionTime));
        var figures = $"on {FigureText.Whole(seen.Value(BehaviourQuantities.SlowConnections))} of "
            + $"{FigureText.Whole(seen.Value(BehaviourQuantities.ComparedConnections))} connections a call takes "
            + $"{FigureText.Duration(slow)}, on the others {FigureText.Duration(fast)}";
        return seen.Is(BehaviourQuantities.ConnectionsDiffer)
            ? Screening.Suspected(1 - (fast / slow), $"{figures}, again and again", Fix, "the same calls on a connection of the others")
            : Screening.RuleOut($"{figures}: no more than calls on one connection differ");
    }

    /// <inheritdoc/>
    protected override Conclusion? Prove(Comparison comparison) => comparison.Before < MinRatio * comparison.After ? null : new(
        "Connections to one address reach servers of different speed and stay with them: a call takes "
            + $"{FigureText.Duration(comparison.Before)} on one connection and {FigureText.Duration(comparison.After)} on another, opened "
            + "alike, with nothing else changed.", Fix);
}
