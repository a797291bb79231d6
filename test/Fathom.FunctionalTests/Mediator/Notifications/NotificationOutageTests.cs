using Fathom.Mediator.Messages;
using Fathom.TestKit;
using Fathom.Wire.Grpc;

namespace Fathom.FunctionalTests.Mediator.Notifications;

/// <summary>Nodes that are down, or are restarted meanwhile: other nodes still receive each notification.</summary>
public class NotificationOutageTests
{
    [Fact]
    public async Task A_remote_that_is_down_is_named_and_no_other_misses_it()
    {
        await using var graph = new Graph(Graph.Complete(4));
        await graph.KillAsync(2);

        var failure = await Should.ThrowAsync<PublishException>(
            () => graph.Nodes[0].Mediator.PublishAsync(new Bing(1), Patience.Context()).AsTask());

        // Each of the three that are there tries to tell it.
        failure.InnerExceptions.Cast<MediatorException>()
            .ShouldAllBe(e => e.StatusCode == StatusCode.Unavailable || e is RemoteHandlerException);
        failure.InnerExceptions.Count.ShouldBe(3);
        failure.InnerExceptions.OfType<RemoteHandlerException>().Select(e => e.Node).ShouldBe(["node1", "node3"], ignoreOrder: true);
        failure.InnerExceptions.ShouldAllBe(e => e.Message.Contains("Bing to remote 'node2'", StringComparison.Ordinal));
        new[] { 0, 1, 3 }.ShouldAllBe(n => graph.Nodes[n].Log.Bings.SequenceEqual(new[] { 1 }));
    }

    [Fact]
    public async Task A_node_killed_and_restarted_in_the_middle_costs_no_other_node_a_notification()
    {
        await using var graph = new Graph(Graph.Complete(4));
        var published = 0;
        using var halfway = new SemaphoreSlim(0);
        var publishing = Task.Run(async () =>
        {
            while (published < 300)
            {
                await TryPublishAsync(graph.Nodes[0], published++);
                halfway.Release();
            }
        });

        await WaitAsync(halfway, 100);
        var before = graph.Nodes[2].Log;
        await graph.KillAsync(2);
        await WaitAsync(halfway, 100);
        graph.Restart(2);
        await publishing;
        await Eventually.HoldsAsync(() => TryPublishAsync(graph.Nodes[0], -1), "all nodes can be told again");

        foreach (var node in new[] { 0, 1, 3 })
        {
            graph.Nodes[node].Log.Bings.Where(b => b >= 0).ShouldBe(Enumerable.Range(0, 300), $"node {node}");
        }

        before.Bings.Count.ShouldBeGreaterThanOrEqualTo(100);
        var both = before.Bings.Concat(graph.Nodes[2].Log.Bings.Where(b => b >= 0)).ToList();
        both.Distinct().Count().ShouldBe(both.Count, "neither life of the node handles one twice, nor both the same");
        graph.Nodes[2].Log.Bings.ShouldContain(-1);
    }

    private static async Task WaitAsync(SemaphoreSlim semaphore, int times)
    {
        for (var i = 0; i < times; i++)
        {
            (await semaphore.WaitAsync(Patience.Longest)).ShouldBeTrue();
        }
    }

    /// <summary>False where a node could not be told.</summary>
    private static async Task<bool> TryPublishAsync(TestNode node, int number)
    {
        try
        {
            await node.Mediator.PublishAsync(new Bing(number), Patience.Context());
            return true;
        }
        catch (PublishException e) when (e.InnerExceptions.All(
            f => f is MediatorException { StatusCode: StatusCode.Unavailable or StatusCode.Unknown or StatusCode.Cancelled }))
        {
            return false;
        }
    }
}
