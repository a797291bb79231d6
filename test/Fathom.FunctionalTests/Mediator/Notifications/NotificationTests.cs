using Fathom.Mediator;
using Fathom.Mediator.Messages;
using Fathom.Mediator.Settings;

namespace Fathom.FunctionalTests.Mediator.Notifications;

/// <summary>Notifications over graphs of nodes: each node that can be told handles each once.</summary>
public class NotificationTests
{
    public static TheoryData<int> Seeds => [.. Enumerable.Range(1, 12)];

    [Theory]
    [MemberData(nameof(Seeds))]
    public async Task Whatever_the_graph_each_node_that_can_be_told_handles_it_once_and_no_other(int seed)
    {
        await using var graph = new Graph(Graph.Random(nodes: 4, seed));
        var each = Enumerable.Range(0, graph.Nodes.Length).ToList();

        // All at once, so that they cross each other.
        await Task.WhenAll(each.Select(from => graph.Nodes[from].Mediator.PublishAsync(new Bing(from), Patience.Context())
            .AsTask()));

        foreach (var node in each)
        {
            graph.Nodes[node].Log.Bings.ShouldBe(each.Where(from => graph.ReachableFrom(from).Contains(node)), ignoreOrder: true,
                $"seed {seed}, node {node}");
        }
    }

    [Fact]
    public async Task Many_at_a_time_in_a_complete_graph_come_to_each_node_once()
    {
        await using var graph = new Graph(Graph.Complete(4));
        var numbers = Enumerable.Range(0, 200).ToList();

        await Task.WhenAll(numbers.Select(n => graph.Nodes[n % 4].Mediator.PublishAsync(new Bing(n), Patience.Context())
            .AsTask()));

        foreach (var node in graph.Nodes)
        {
            node.Log.Bings.ShouldBe(numbers, ignoreOrder: true);
        }
    }

    [Fact]
    public async Task It_says_who_published_it_and_by_how_many_hops_it_came()
    {
        await using var graph = new Graph(new[,] { { false, true, false }, { false, false, true }, { false, false, false } });

        await graph.Nodes[0].Mediator.PublishAsync(new Bing(1));

        var origins = graph.Nodes.Select(n => n.Log.Origins.ShouldHaveSingleItem()).ToList();
        origins.ShouldBe(Enumerable.Range(0, 3).Select(hops => new NotificationOrigin(origins[0].Id, "node0", hops)));
    }

    [Fact]
    public async Task A_remote_that_does_not_know_the_type_is_passed_over()
    {
        await using var ignorant = new MediatorNode(new MediatorSettings { Host = new HostSettings() }, _ => { });
        ignorant.Start();
        await using var node = TestNode.Start("node", null, [("Ignorant", ignorant.Address!.Port)]);

        await node.Mediator.PublishAsync(new Bing(1), Patience.Context());

        node.Log.Bings.ShouldBe([1]);
        node.Lines.Lines.ShouldContain("Debug: Remote Ignorant does not know notification Bing; it was skipped");
    }

    [Fact]
    public async Task Cancelling_ends_the_publishing()
    {
        await using var graph = new Graph(Graph.Complete(2));
        using var cancelled = new CancellationTokenSource();
        await cancelled.CancelAsync();

        await Should.ThrowAsync<OperationCanceledException>(
            () => graph.Nodes[0].Mediator.PublishAsync(new Bing(1), cancelled.Token).AsTask());
    }
}
