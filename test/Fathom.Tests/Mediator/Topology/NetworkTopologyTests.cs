using System.Xml.Linq;
using Fathom.Mediator.Topology;

namespace Fathom.Tests.Mediator.Topology;

/// <summary>A network in words and as a drawing.</summary>
public class NetworkTopologyTests
{
    private static readonly XNamespace Svg = "http://www.w3.org/2000/svg";

    [Fact]
    public void It_is_drawn_with_a_place_for_each_node_and_an_arrow_for_each_who_is_to_be_reached()
    {
        var picture = XDocument.Parse(Graph().ToSvg());

        picture.Descendants(Svg + "circle").Count().ShouldBe(3, "north, south, and who is not there");
        picture.Descendants(Svg + "text").Select(t => t.Value).ShouldBe(["north", "https://north:1", "south", "https://gone:3"]);
        var lines = picture.Root!.Elements(Svg + "path").ToList();
        lines.Select(l => l.Element(Svg + "title")!.Value).ShouldBe([
            "north reaches South at https://south:2",
            "south reaches North at https://north:1",
            "south does not reach Gone at https://gone:3: Unavailable: nobody <there>",
        ]);
        lines.Select(l => l.Attribute("stroke-dasharray") is not null).ShouldBe([false, false, true]);
    }

    [Fact]
    public void In_words_it_is_a_line_for_each() => Graph().ToText().ShouldBe("""
        north  https://north:1
          -> south  South, https://south:2
        south  does not listen
          -> north  North, https://north:1
          -x no answer  Gone, https://gone:3: Unavailable: nobody <there>

        """.ReplaceLineEndings("\n"));

    [Fact]
    public void Whatever_a_node_calls_itself_the_drawing_is_well_formed()
    {
        const string name = "</svg><script>a\u0001b\ud800c\uffff";
        var graph = new NetworkTopology([new TopologyNode(name, "\"&", [new TopologyLink(name, name, name, "")])]);

        var picture = XDocument.Parse(graph.ToSvg());

        picture.Descendants(Svg + "circle").ShouldHaveSingleItem();
        picture.Descendants("script").ShouldBeEmpty();
    }

    [Fact]
    public void One_that_was_seen_from_two_sides_is_there_once() =>
        new NetworkTopology([new TopologyNode("north", "", []), new TopologyNode("north", "", [])]).NodeCount.ShouldBe(1);

    private static NetworkTopology Graph() => new([
        new TopologyNode("north", "https://north:1", [new TopologyLink("South", "https://south:2", "south", "")]),
        new TopologyNode("south", "", [new TopologyLink("North", "https://north:1", "north", ""),
            new TopologyLink("Gone", "https://gone:3", "", "Unavailable: nobody <there>")]),
    ]);
}
