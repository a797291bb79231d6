using Fathom.TestKit;

namespace Fathom.FunctionalTests.Mediator;

/// <summary>Notifications over four nodes in four processes: each that can be told handles each once.</summary>
public sealed class NodeProcessTests : IDisposable
{
    private const int Nodes = 4;

    private readonly int[] _ports = [.. Enumerable.Range(0, Nodes).Select(_ => FreePort.Next())];
    private readonly List<NodeProcess> _started = [];

    public static TheoryData<int> Seeds => [.. Enumerable.Range(101, Thorough.Count(1, 4))];

    public void Dispose() => _started.ForEach(n => n.Dispose());

    [Theory]
    [MemberData(nameof(Seeds))]
    public async Task Whatever_the_graph_each_process_that_can_be_told_handles_it_once_and_no_other(int seed)
    {
        var edges = Graph.Random(Nodes, seed);
        var nodes = await StartAsync(edges);

        for (var from = 0; from < Nodes; from++)
        {
            await nodes[from].PublishAsync(from);
        }

        await Eventually.HoldsAsync(() => nodes.Index().All(n => n.Item.Published.SequenceEqual([n.Index])), "each has published to all");
        foreach (var (index, node) in nodes.Index())
        {
            node.Bings.ShouldBe(Enumerable.Range(0, Nodes).Where(from => Graph.ReachableFrom(edges, from).Contains(index)),
                ignoreOrder: true, $"seed {seed}, node {index}");
        }
    }

    [Fact]
    public async Task A_process_killed_and_restarted_in_the_middle_costs_no_other_a_notification()
    {
        var count = Thorough.Count(60, 300);
        var edges = Graph.Complete(Nodes);
        var nodes = await StartAsync(edges);
        for (var number = 0; number < count; number++)
        {
            await nodes[0].PublishAsync(number);
        }

        // While the rest waits in the pipe, one after another.
        await Eventually.HoldsAsync(() => nodes[0].Tried.Count >= count / 3, "a third is published");
        await nodes[2].KillAsync();
        await Eventually.HoldsAsync(() => nodes[0].Tried.Count >= 2 * count / 3, "two thirds are published");
        var restarted = await StartAsync(edges, 2);
        await Eventually.HoldsAsync(() => nodes[0].Tried.Count == count, "all is published");

        // Until all can be told again, which takes as long as the others wait between two attempts to connect.
        var last = count - 1;
        do
        {
            await nodes[0].PublishAsync(++last);
            await Eventually.HoldsAsync(() => nodes[0].Tried.Count > last, $"{last} is published");
        }
        while (!nodes[0].Published.Contains(last) && last < 10_000);

        foreach (var node in new[] { 0, 1, 3 })
        {
            nodes[node].Bings.ShouldBe(Enumerable.Range(0, last + 1), $"node {node}");
        }

        nodes[2].Bings.Count.ShouldBeGreaterThanOrEqualTo(count / 3);
        var both = nodes[2].Bings.Concat(restarted.Bings).ToList();
        both.Distinct().Count().ShouldBe(both.Count, "neither life of the process handles one twice, nor both the same");
        restarted.Bings.ShouldContain(last);
    }

    private async Task<NodeProcess[]> StartAsync(bool[,] edges)
    {
        var nodes = Enumerable.Range(0, Nodes).Select(n => Start(edges, n)).ToArray();
        await Task.WhenAll(nodes.Select(n => n.ListensAsync()));
        return nodes;
    }

    private async Task<NodeProcess> StartAsync(bool[,] edges, int node)
    {
        var started = Start(edges, node);
        await started.ListensAsync();
        return started;
    }

    private NodeProcess Start(bool[,] edges, int node)
    {
        var started = NodeProcess.Start(
            Graph.NameOf(node), _ports[node], Enumerable.Range(0, Nodes).Where(o => edges[node, o])
                .Select(o => (Graph.NameOf(o), _ports[o])));
        _started.Add(started);
        return started;
    }
}
