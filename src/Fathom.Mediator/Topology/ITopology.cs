using Fathom.Contracts;
using Fathom.Transport.Services;

[assembly: ContractPackage("fathom.mediator.v1", Namespace = "Fathom.Mediator.Topology")]

namespace Fathom.Mediator.Topology;

/// <summary>The topology service of a node: which nodes it reaches, and which they reach. On the wire it is <c>Graph/Look</c>.</summary>
[Service(Name = "Graph")]
internal interface ITopology
{
    /// <summary>The nodes as seen from this one. Each node answers a request once, so that a request ends in any graph.</summary>
    [Operation(Name = "Look")]
    ValueTask<TopologyResponse> GetTopologyAsync(TopologyRequest look, CallContext context = default);
}

/// <summary>A request for the topology.</summary>
/// <param name="Id">16 random bytes, set by the first node.</param>
/// <param name="Hops">The number of hops so far.</param>
[Contract]
internal sealed partial record TopologyRequest([Member(1)] byte[] Id, [Member(2)] int Hops);

/// <summary>The answer of one node.</summary>
/// <param name="Name">The node's name.</param>
/// <param name="Nodes">The node and the nodes behind it; empty if the node has answered this request before.</param>
/// <param name="IsTruncated">Whether nodes or remotes were left out.</param>
[Contract]
internal sealed partial record TopologyResponse([Member(1)] string Name, [Member(2)] IReadOnlyList<TopologyNode> Nodes,
    [Member(3)] bool IsTruncated = false);

/// <summary>A node.</summary>
/// <param name="Name">The node's name.</param>
/// <param name="Address">The address it listens on; empty: none.</param>
/// <param name="Remotes">Its remotes.</param>
[Contract]
internal sealed partial record TopologyNode([Member(1)] string Name, [Member(2)] string Address,
    [Member(3)] IReadOnlyList<TopologyLink> Remotes);

/// <summary>A remote of a node, and whether the node reaches it.</summary>
/// <param name="Remote">The remote's name in the node's settings.</param>
/// <param name="Address">The remote's address.</param>
/// <param name="Node">The name of the node that answered; empty: none.</param>
/// <param name="Failure">Why no node answered; empty if one did.</param>
[Contract]
internal sealed partial record TopologyLink([Member(1)] string Remote, [Member(2)] string Address, [Member(3)] string Node,
    [Member(4)] string Failure);
