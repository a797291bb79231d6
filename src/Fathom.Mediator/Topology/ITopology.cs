using Fathom.Contracts;
using Fathom.Transport.Services;

[assembly: ContractPackage("fathom.mediator.v1", Namespace = "Fathom.Mediator.Topology")]

namespace Fathom.Mediator.Topology;

/// <summary>What a node can be asked about the network: whom it reaches, and whom they reach.</summary>
[Service(Name = "Graph")]
internal interface ITopology
{
    /// <summary>The nodes as seen from this one. Each node answers one look once, so that a look ends whatever the graph.</summary>
    [Operation(Name = "Look")]
    ValueTask<TopologyResponse> GetTopologyAsync(TopologyRequest look, CallContext context = default);
}

/// <summary>One look at the network.</summary>
/// <param name="Id">16 bytes, chosen at random by who began it.</param>
/// <param name="Hops">How many nodes have passed it on.</param>
[Contract]
internal sealed partial record TopologyRequest([Member(1)] byte[] Id, [Member(2)] int Hops);

/// <summary>What one node answers.</summary>
/// <param name="Name">The node's name.</param>
/// <param name="Nodes">The node and all it has learned of others; none where another was quicker to ask it.</param>
[Contract]
internal sealed partial record TopologyResponse([Member(1)] string Name, [Member(2)] IReadOnlyList<TopologyNode> Nodes);

/// <summary>A node.</summary>
/// <param name="Name">What it calls itself.</param>
/// <param name="Address">Where it listens; empty: nowhere.</param>
/// <param name="Remotes">Whom it has been told of.</param>
[Contract]
internal sealed partial record TopologyNode([Member(1)] string Name, [Member(2)] string Address,
    [Member(3)] IReadOnlyList<TopologyLink> Remotes);

/// <summary>Whether a node reaches one of its remotes.</summary>
/// <param name="Remote">The remote's name in the node's settings.</param>
/// <param name="Address">Where it is.</param>
/// <param name="Node">The name of who answered there; empty: nobody.</param>
/// <param name="Failure">Why nobody did; empty where somebody did.</param>
[Contract]
internal sealed partial record TopologyLink([Member(1)] string Remote, [Member(2)] string Address, [Member(3)] string Node,
    [Member(4)] string Failure);
