using Fathom.Mediator;
using Fathom.Mediator.Messages;
using Fathom.Mediator.Settings;
using Fathom.TestKit;
using Fathom.TestKit.Calls;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;

namespace Fathom.FunctionalTests.Mediator;

/// <summary>Notifications over graphs of nodes: each node that can be told handles each once.</summary>
public class NotificationTests
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    public static TheoryData<int> Seeds => [.. Enumerable.Range(1, 12)];

    [Theory]
    [MemberData(nameof(Seeds))]
    public async Task Whatever_the_graph_each_node_that_can_be_told_handles_it_once_and_no_other(int seed)
    {
        await using var graph = new Graph(Graph.Random(nodes: 4, seed));
        var each = Enumerable.Range(0, graph.Nodes.Length).ToList();

        // All at once, so that they cross each other.
        await Task.WhenAll(each.Select(from => graph.Nodes[from].Mediator.PublishAsync(new Bing(from), MessageContext.WithTimeout(Patience))
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

        await Task.WhenAll(numbers.Select(n => graph.Nodes[n % 4].Mediator.PublishAsync(new Bing(n), MessageContext.WithTimeout(Patience))
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
    public async Task A_handler_that_fails_keeps_it_from_nobody_and_the_publisher_learns_of_each()
    {
        await using var graph = new Graph(Graph.Complete(4));

        var here = await Should.ThrowAsync<PublishException>(
            () => graph.Nodes[0].Mediator.PublishAsync(new Bing(1, "node0"), MessageContext.WithTimeout(Patience)).AsTask());
        var there = await Should.ThrowAsync<PublishException>(
            () => graph.Nodes[0].Mediator.PublishAsync(new Bing(2, "node2"), MessageContext.WithTimeout(Patience)).AsTask());

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
            () => graph.Nodes[0].Mediator.PublishAsync(new Bing(1, "node2"), MessageContext.WithTimeout(Patience)).AsTask());

        failure.InnerExceptions.ShouldHaveSingleItem().ShouldBeOfType<RemoteHandlerException>().Node.ShouldBe("node2");
    }

    [Fact]
    public async Task A_remote_that_is_down_is_named_and_no_other_misses_it()
    {
        await using var graph = new Graph(Graph.Complete(4));
        await graph.KillAsync(2);

        var failure = await Should.ThrowAsync<PublishException>(
            () => graph.Nodes[0].Mediator.PublishAsync(new Bing(1), MessageContext.WithTimeout(Patience)).AsTask());

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
        await Eventually.HoldsAsync(() => TryPublishAsync(graph.Nodes[0], -1).GetAwaiter().GetResult(), "all nodes can be told again");

        foreach (var node in new[] { 0, 1, 3 })
        {
            graph.Nodes[node].Log.Bings.Where(b => b >= 0).ShouldBe(Enumerable.Range(0, 300), $"node {node}");
        }

        before.Bings.Count.ShouldBeGreaterThanOrEqualTo(100);
        var both = before.Bings.Concat(graph.Nodes[2].Log.Bings.Where(b => b >= 0)).ToList();
        both.Distinct().Count().ShouldBe(both.Count, "neither life of the node handles one twice, nor both the same");
        graph.Nodes[2].Log.Bings.ShouldContain(-1);
    }

    [Fact]
    public async Task It_is_passed_on_so_many_times_and_the_publisher_learns_where_it_ended()
    {
        var chain = new bool[4, 4];
        (chain[0, 1], chain[1, 2], chain[2, 3]) = (true, true, true);
        await using var graph = new Graph(chain, maxHops: 2);

        var failure = await Should.ThrowAsync<PublishException>(
            () => graph.Nodes[0].Mediator.PublishAsync(new Bing(1), MessageContext.WithTimeout(Patience)).AsTask());

        failure.InnerExceptions.ShouldHaveSingleItem().Message.ShouldContain(
            "Node 'node2' does not forward Bing: it has taken 2 hops");
        graph.Nodes.Select(n => n.Log.Bings.Count).ShouldBe([1, 1, 1, 0]);
    }

    [Fact]
    public async Task A_remote_that_does_not_know_the_type_is_passed_over()
    {
        await using var ignorant = new MediatorNode(new MediatorSettings { Host = new HostSettings() }, _ => { });
        ignorant.Start();
        await using var node = TestNode.Start("node", null, [("Ignorant", ignorant.Address!.Port)]);

        await node.Mediator.PublishAsync(new Bing(1), MessageContext.WithTimeout(Patience));

        node.Log.Bings.ShouldBe([1]);
        node.Lines.Lines.ShouldContain("Debug: Remote Ignorant does not know notification Bing; it was skipped");
    }

    [Fact]
    public async Task A_client_that_knows_nothing_of_ids_tells_all_nodes_too()
    {
        await using var graph = new Graph(Graph.Complete(3));
        await using var channel = new NativeChannel(new ChannelOptions { Address = graph.Nodes[1].Node.Address! });
        var publish = new Method<byte[], byte[]>(MethodKind.Unary, "Fathom.FunctionalTests.Mediator.BingHandler", "Publish",
            new BytesMarshaller(), new BytesMarshaller());

        await channel.UnaryAsync(publish, [8, 5]);

        graph.Nodes.ShouldAllBe(n => n.Log.Bings.SequenceEqual(new[] { 5 }));
    }

    [Theory]
    [InlineData("fathom-notification-id", "42", "32 hexadecimal digits is accepted.")]
    [InlineData("fathom-hops", "256", "0 to 255 is accepted.")]
    public async Task Metadata_that_is_none_is_refused(string key, string value, string accepted)
    {
        await using var node = TestNode.Start("node", FreePort.Next());
        await using var channel = new NativeChannel(new ChannelOptions { Address = node.Node.Address! });
        var publish = new Method<byte[], byte[]>(MethodKind.Unary, "Fathom.FunctionalTests.Mediator.BingHandler", "Publish",
            new BytesMarshaller(), new BytesMarshaller());
        Metadata headers = [];
        headers.Add(key, value);
        if (key == "fathom-hops")
        {
            headers.Add("fathom-notification-id", Guid.Empty.ToString("N"));
        }

        var failure = await Should.ThrowAsync<RpcException>(() => channel.UnaryAsync(publish, [], new CallOptions { Headers = headers }));

        failure.Status.ShouldBe(new Status(StatusCode.InvalidArgument, $"Metadata '{key}' is '{value}': {accepted}"));
        node.Log.Bings.ShouldBeEmpty();
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

    private static async Task WaitAsync(SemaphoreSlim semaphore, int times)
    {
        for (var i = 0; i < times; i++)
        {
            (await semaphore.WaitAsync(Patience)).ShouldBeTrue();
        }
    }

    /// <summary>False where a node could not be told.</summary>
    private static async Task<bool> TryPublishAsync(TestNode node, int number)
    {
        try
        {
            await node.Mediator.PublishAsync(new Bing(number), MessageContext.WithTimeout(Patience));
            return true;
        }
        catch (PublishException e) when (e.InnerExceptions.All(
            f => f is MediatorException { StatusCode: StatusCode.Unavailable or StatusCode.Unknown or StatusCode.Cancelled }))
        {
            return false;
        }
    }
}
