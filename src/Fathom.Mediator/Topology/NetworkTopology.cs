using System.Security.Cryptography;
using System.Text;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;

namespace Fathom.Mediator.Topology;

/// <summary>Who can reach whom in a network, as seen from one node at one moment. Immutable.</summary>
public sealed class NetworkTopology
{
    private const int IdBytes = 16;

    internal NetworkTopology(IEnumerable<TopologyNode> nodes) => Nodes = [.. nodes.DistinctBy(n => n.Name)];

    /// <summary>How many nodes were seen; those that nobody reaches are not among them.</summary>
    public int NodeCount => Nodes.Count;

    internal IReadOnlyList<TopologyNode> Nodes { get; }

    /// <summary>Asks a node. Throws <see cref="RpcException"/> where it does not answer.</summary>
    /// <param name="channel">To the node.</param>
    /// <param name="options">The deadline and token of the look; nodes take up to 5 s for it.</param>
    public static async Task<NetworkTopology> GetTopologyAsync(Channel channel, CallOptions options = default)
    {
        ArgumentNullException.ThrowIfNull(channel);
        var view = await new TopologyClient(channel)
            .GetTopologyAsync(new TopologyRequest(RandomNumberGenerator.GetBytes(IdBytes), 0), options)
            .ConfigureAwait(false);
        return new NetworkTopology(view.Nodes);
    }

    /// <summary>The drawing: a circle of nodes, an arrow from each to whom it reaches, a dashed one to whom it does not.</summary>
    public string ToSvg() => TopologySvg.Draw(Nodes);

    /// <summary>The same in words, a line for each node and each of its remotes.</summary>
    public string ToText()
    {
        var text = new StringBuilder();
        foreach (var node in Nodes)
        {
            text.Append(node.Name).Append(node.Address.Length > 0 ? $"  {node.Address}" : "  listens nowhere").Append('\n');
            foreach (var remote in node.Remotes)
            {
                text.Append(remote.Node.Length > 0 ? $"  -> {remote.Node}" : "  -x nobody").Append($"  {remote.Remote}, {remote.Address}")
                    .Append(remote.Failure.Length > 0 ? $": {remote.Failure}" : "").Append('\n');
            }
        }

        return text.ToString();
    }
}
