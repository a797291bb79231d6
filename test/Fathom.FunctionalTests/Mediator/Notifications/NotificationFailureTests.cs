using Fathom.Mediator.Messages;

namespace Fathom.FunctionalTests.Mediator.Notifications;

/// <summary>Handlers that fail and notifications with too many hops: the publisher receives each failure.</summary>
public class NotificationFailureTests
{
    [Fact]
    public async Task A_handler_that_fails_keeps_it_from_nobody_and_the_publisher_learns_of_each()
    {
        await using var graph = new Graph(Graph.Complete(4));

        var here = await Should.ThrowAsync<PublishException>(
            () => graph.Nodes[0].Mediator.PublishAsync(new Bing(1, "node0"), Patience.Context()).AsTask());
        var there = await Should.ThrowAsync<PublishException>(
            () => graph.Nodes[0].Mediator.PublishAsync(new Bing(2, "node2"), Patience.Context()).AsTask());

        here.InnerExceptions.ShouldHaveSingleItem().ShouldBeOfType<InvalidDataException>().Message.ShouldBe("Bing 1");
        var remote = there.InnerExceptions.ShouldHaveSingleItem().ShouldBeOfType<RemoteHandlerException>();
        (remote.Node, remote.ExceptionType, remote.Text).ShouldBe(("node2", "System.IO.InvalidDataException", "Bing 2"));
        graph.Nodes.ShouldAllBe(n => n.Log.Bings.SequenceEqual(new[] { 1, 2 }));
    }

    [Fact]
    public async Task A_failure_further_away_comes_back_to_the_publisher()
    {
        await using var graph = new Graph(new[,] { { false, true, false }, { false, false, true }, { true, false, false } });

        var failure = await Should.ThrowAsync<PublishException>(
            () => graph.Nodes[0].Mediator.PublishAsync(new Bing(1, "node2"), Patience.Context()).AsTask());

        failure.InnerExceptions.ShouldHaveSingleItem().ShouldBeOfType<RemoteHandlerException>().Node.ShouldBe("node2");
    }

    [Fact]
    public async Task It_is_passed_on_so_many_times_and_the_publisher_learns_where_it_ended()
    {
        var chain = new bool[4, 4];
        (chain[0, 1], chain[1, 2], chain[2, 3]) = (true, true, true);
        await using var graph = new Graph(chain, maxHops: 2);

        var failure = await Should.ThrowAsync<PublishException>(
            () => graph.Nodes[0].Mediator.PublishAsync(new Bing(1), Patience.Context()).AsTask());

        failure.InnerExceptions.ShouldHaveSingleItem().Message.ShouldContain(
            "Node 'node2' does not forward Bing: it has taken 2 hops");
        graph.Nodes.Select(n => n.Log.Bings.Count).ShouldBe([1, 1, 1, 0]);
    }
}
