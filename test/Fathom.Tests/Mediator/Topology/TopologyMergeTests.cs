using Fathom.Mediator.Topology;

namespace Fathom.Tests.Mediator.Topology;

/// <summary>Networks of any size, merged within the limits.</summary>
public class TopologyMergeTests
{
    [Theory]
    [InlineData(10, 5)]
    [InlineData(1_500, 4)]
    [InlineData(5_000, 4)]
    [InlineData(100_000, 1)]
    [InlineData(1_000, 100)]
    public void A_generated_network_is_whole_within_the_limits_and_says_so_beyond(int nodes, int links)
    {
        var (merged, isTruncated) = TopologyMerge.Merge(Node("own", 1), [Answer("n", nodes, links)]);

        var isSmall = nodes < TopologyLimits.MaxNodes && nodes * links < TopologyLimits.MaxLinks;
        isTruncated.ShouldBe(!isSmall);
        merged.Count.ShouldBeLessThanOrEqualTo(TopologyLimits.MaxNodes);
        merged.Sum(n => n.Remotes.Count).ShouldBeLessThanOrEqualTo(TopologyLimits.MaxLinks);
        merged[0].Name.ShouldBe("own");
        if (isSmall)
        {
            (merged.Count, merged.Sum(n => n.Remotes.Count)).ShouldBe((nodes + 1, (nodes * links) + 1));
        }

        var topology = new NetworkTopology(merged, isTruncated);
        topology.ToText().Split('\n').Length.ShouldBeLessThanOrEqualTo(TopologyLimits.MaxNodes + TopologyLimits.MaxLinks + 2);
        topology.ToSvg().ShouldEndWith("</svg>\n");
        topology.ToSvg().ShouldBeSameAs(topology.ToSvg());
    }

    [Fact]
    public void A_node_that_several_answers_hold_is_there_once() =>
        TopologyMerge.Merge(null, [Answer("n", 5, 1), Answer("n", 7, 1)]).Nodes.Select(n => n.Name)
            .ShouldBe(["n0", "n1", "n2", "n3", "n4", "n5", "n6"], ignoreOrder: true);

    [Fact]
    public void Of_two_answers_that_do_not_fit_both_have_the_same_share()
    {
        var (nodes, isTruncated) = TopologyMerge.Merge(null, [Answer("absurd", 100_000, 0), Answer("honest", 900, 1)]);

        isTruncated.ShouldBeTrue();
        nodes.Count(n => n.Name.StartsWith("honest", StringComparison.Ordinal)).ShouldBeGreaterThan(500);
    }

    [Fact]
    public void That_something_was_left_out_further_away_is_passed_on() =>
        TopologyMerge.Merge(null, [new TopologyResponse("n", [], IsTruncated: true)]).IsTruncated.ShouldBeTrue();

    private static TopologyResponse Answer(string name, int nodes, int links) =>
        new(name, [.. Enumerable.Range(0, nodes).Select(i => Node($"{name}{i}", links))]);

    private static TopologyNode Node(string name, int links) =>
        new(name, "", [.. Enumerable.Range(0, links).Select(i => new TopologyLink($"r{i}", "a", "", "x"))]);
}
