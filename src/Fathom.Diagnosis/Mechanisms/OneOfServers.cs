using Fathom.Diagnosis.Experiments;

namespace Fathom.Diagnosis.Mechanisms;

/// <summary>A balancer of connections (L4), or the kernel where several processes listen at one port (SO_REUSEPORT), gives each connection
/// a server of its own: calls of one connection wait for that one, whatever it is short of, while others have nothing to do.</summary>
internal sealed class OneOfServers()
    : Mechanism("l4-pinned-balancing", "one of several servers behind the address, which serves all calls of a connection")
{
    // Of four connections to two servers three may have the same.
    private const double MostOverFour = 0.8;

    private const double MostNoOps = 0.4;

    /// <inheritdoc/>
    public override string Fix => """
        // balance calls, not connections: a proxy that speaks HTTP/2, or the client itself over all addresses of the name (dns:///,
        // RoundRobinConfig); of several processes at one port: as many channels as there are, taken in turn
        """;

    /// <inheritdoc/>
    public override Prediction? PastProxy => null;

    // A limit of each connection's own would show the same.
    /// <inheritdoc/>
    public override bool NeedsSign => true;

    /// <inheritdoc/>
    public override string? WhyNotProven(BurstFacts seen) =>
        seen.HasSeveralProcesses ? null : "that several servers answer at the address was not seen";

    /// <inheritdoc/>
    public override string? WhyImpossible(BurstFacts seen) =>
        seen.HasProxy ? "a proxy that speaks HTTP/2 gives calls to servers, not connections"
        : seen.StreamLimit < seen.Calls ? $"the server allows {seen.StreamLimit} at a time on a connection"
        : seen.ConnectionsDiffer ? "calls of different connections are compared one at a time" : null;

    /// <inheritdoc/>
    public override IEnumerable<Prediction> Predict(BurstFacts seen) =>
    [
        new(Contrast.FourConnections, double.NegativeInfinity, MostOverFour, "other connections reach other servers"),
        new(Contrast.NoOpsAtOnce, double.NegativeInfinity, MostNoOps, "calls of no method do not take their time"),
    ];
}
