using Fathom.TestKit;

namespace Fathom.FunctionalTests.Mediator;

/// <summary>Nodes in this process and who names whom as a remote; a node may be killed and started again on its port.</summary>
internal sealed class Graph : IAsyncDisposable
{
    private readonly int[] _ports;
    private readonly bool[,] _edges;
    private readonly int _maxHops;

    public Graph(bool[,] edges, int maxHops = 16)
    {
        (_edges, _maxHops) = (edges, maxHops);
        _ports = [.. Enumerable.Range(0, edges.GetLength(0)).Select(_ => FreePort.Next())];
        Nodes = [.. Enumerable.Range(0, _ports.Length).Select(StartNode)];
    }

    public TestNode[] Nodes { get; }

    public static string NameOf(int node) => $"node{node}";

    /// <summary>Any edges but those of a node to itself, each with a probability of one half.</summary>
    public static bool[,] Random(int nodes, int seed)
    {
        var random = new Random(seed);
        var edges = new bool[nodes, nodes];
        for (var from = 0; from < nodes; from++)
        {
            for (var to = 0; to < nodes; to++)
            {
                edges[from, to] = from != to && random.Next(2) == 0;
            }
        }

        return edges;
    }

    public static bool[,] Complete(int nodes)
    {
        var edges = new bool[nodes, nodes];
        for (var i = 0; i < nodes * nodes; i++)
        {
            edges[i / nodes, i % nodes] = i / nodes != i % nodes;
        }

        return edges;
    }

    /// <summary>Who can be told by a node, itself included.</summary>
    public IReadOnlySet<int> ReachableFrom(int start) => ReachableFrom(_edges, start);

    /// <inheritdoc cref="ReachableFrom(int)"/>
    public static IReadOnlySet<int> ReachableFrom(bool[,] edges, int start)
    {
        HashSet<int> seen = [start];
        Queue<int> next = new([start]);
        while (next.TryDequeue(out var node))
        {
            foreach (var other in Enumerable.Range(0, edges.GetLength(0)).Where(o => edges[node, o] && seen.Add(o)))
            {
                next.Enqueue(other);
            }
        }

        return seen;
    }

    public async Task KillAsync(int node) => await Nodes[node].DisposeAsync();

    public void Restart(int node) => Nodes[node] = StartNode(node);

    public async ValueTask DisposeAsync()
    {
        foreach (var node in Nodes)
        {
            await node.DisposeAsync();
        }
    }

    private TestNode StartNode(int node) => TestNode.Start(
        NameOf(node),
        _ports[node],
        Enumerable.Range(0, _ports.Length).Where(o => _edges[node, o]).Select(o => (NameOf(o), _ports[o])),
        s => s.Notifications.MaxHops = _maxHops);
}
