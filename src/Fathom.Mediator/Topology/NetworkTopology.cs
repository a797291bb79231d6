using System.Security.Cryptography;
using System.Text;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;

namespace Fathom.Mediator.Topology;

/// <summary>Which nodes of a network reach which, as seen from one node at one moment. Immutable.</summary>
public sealed class NetworkTopology
{
    private const int IdBytes = 16;

    private string? _svg;

    internal NetworkTopology(IEnumerable<TopologyNode> nodes, bool isTruncated = false) =>
        (Nodes, IsTruncated) = ([.. nodes.DistinctBy(n => n.Name)], isTruncated);

    /// <summary>The number of nodes found. Unreachable nodes are not counted.</summary>
    public int NodeCount => Nodes.Count;

    /// <summary>Whether the network has more nodes or remotes than the topology holds: up to 2,000 nodes with 8,000 remotes, in
    /// 512 KiB.</summary>
    public bool IsTruncated { get; }

    internal IReadOnlyList<TopologyNode> Nodes { get; }

    /// <summary>Queries a node. Throws <see cref="RpcException"/> if it does not answer.</summary>
    /// <param name="channel">The channel to the node.</param>
    /// <param name="options">Deadline and cancellation. Nodes take up to 5 s.</param>
    public static async Task<NetworkTopology> GetTopologyAsync(Channel channel, CallOptions options = default)
    {
        ArgumentNullException.ThrowIfNull(channel);
        var answer = await TopologyQuery.SendAsync(channel, new TopologyRequest(RandomNumberGenerator.GetBytes(IdBytes), 0), options)
            .ConfigureAwait(false);
        var (nodes, isTruncated) = TopologyMerge.Merge(null, [answer]);
        return new NetworkTopology(nodes, isTruncated);
    }

    /// <summary>An SVG drawing: nodes in a circle, with an arrow to each reachable remote and a dashed one to each unreachable
    /// remote.</summary>
    public string ToSvg() => _svg ??= TopologySvg.Draw(Nodes);

    /// <summary>Text with one line for each node and each of its remotes.</summary>
    public string ToText()
    {
        var text = new StringBuilder();
        foreach (var node in Nodes)
        {
            text.Append(node.Name).Append(node.Address.Length > 0 ? $"  {node.Address}" : "  does not listen").Append('\n');
            foreach (var remote in node.Remotes)
            {
                text.Append(remote.Node.Length > 0 ? $"  -> {remote.Node}" : "  -x no answer")
                    .Append($"  {remote.Remote}, {remote.Address}")
                    .Append(remote.Failure.Length > 0 ? $": {remote.Failure}" : "").Append('\n');
            }
        }

        return text.Append(IsTruncated ? "The network has more nodes than are shown.\n" : "").ToString();
    }
}
