using Fathom.FunctionalTests.Mediator.Notifications;
using Fathom.Mediator.Topology;
using Fathom.TestKit;
using Fathom.Transport.Client;

namespace Fathom.FunctionalTests.Mediator.Topology;

/// <summary>Who reaches whom, over real sockets.</summary>
public class GraphTests
{
    [Theory]
    [MemberData(nameof(NotificationTests.Seeds), MemberType = typeof(NotificationTests))]
    public async Task Whatever_the_graph_a_node_sees_all_that_it_reaches_and_their_edges_and_no_other(int seed)
    {
        var edges = Graph.Random(nodes: 4, seed);
        await using var graph = new Graph(edges);

        // All at once: looks cross each other.
        var seen = await Task.WhenAll(graph.Nodes.Select(n => n.Node.GetTopologyAsync()));

        for (var from = 0; from < 4; from++)
        {
            seen[from].Nodes.Select(n => n.Name).ShouldBe(
                graph.ReachableFrom(from).Select(n => $"node{n}"), ignoreOrder: true, $"seed {seed}, node {from}");
            foreach (var node in seen[from].Nodes)
            {
                var index = node.Name[^1] - '0';
                node.Remotes.Select(r => r.Node).ShouldBe(
                    Enumerable.Range(0, 4).Where(to => edges[index, to]).Select(to => $"node{to}"), ignoreOrder: true, $"seed {seed}");
            }
        }
    }

    [Fact]
    public async Task A_node_that_is_down_is_seen_as_such_and_keeps_no_other_from_being_seen()
    {
        var port = FreePort.Next();
        await using var red = TestNode.Start("red", FreePort.Next());
        await using var sender = TestNode.Start("sender", null, [("Gone", port), ("Red", red.Node.Address!.Port)]);

        var seen = await sender.Node.GetTopologyAsync();

        seen.ToText().ReplaceLineEndings("\n").ShouldMatch(
            $"^unnamed  does not listen\n  -x no answer  Gone, http://localhost:{port}: Unavailable: [^\n]+\n  -> red  Red, "
                + $"http://localhost:{red.Node.Address.Port}\nred  http://127.0.0.1:{red.Node.Address.Port}\n$");
        seen.NodeCount.ShouldBe(2);
    }

    [Fact]
    public async Task Anybody_of_the_network_can_ask_a_node()
    {
        await using var red = TestNode.Start("red", FreePort.Next());
        await using var blue = TestNode.Start("blue", FreePort.Next(), [("Red", red.Node.Address!.Port)]);
        await using var channel = new NativeChannel(new ChannelOptions { Address = blue.Node.Address! });

        (await NetworkTopology.GetTopologyAsync(channel)).Nodes.Select(n => n.Name).ShouldBe(["blue", "red"]);
    }
}
