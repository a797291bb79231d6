using System.Xml.Linq;
using Fathom.Mediator.Graphs;

namespace Fathom.Tests.Mediator.Graphs;

/// <summary>A network in words and as a drawing.</summary>
public class NodeGraphTests
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
        south  listens nowhere
          -> north  North, https://north:1
          -x nobody  Gone, https://gone:3: Unavailable: nobody <there>

        """.ReplaceLineEndings("\n"));

    [Fact]
    public void Whatever_a_node_calls_itself_the_drawing_is_well_formed()
    {
        const string name = "</svg><script>a\u0001b\ud800c\uffff";
        var graph = new NodeGraph([new NodeView(name, "\"&", [new ReachView(name, name, name, "")])]);

        var picture = XDocument.Parse(graph.ToSvg());

        picture.Descendants(Svg + "circle").ShouldHaveSingleItem();
        picture.Descendants("script").ShouldBeEmpty();
    }

    [Fact]
    public void One_that_was_seen_from_two_sides_is_there_once() =>
        new NodeGraph([new NodeView("north", "", []), new NodeView("north", "", [])]).NodeCount.ShouldBe(1);

    private static NodeGraph Graph() => new([
        new NodeView("north", "https://north:1", [new ReachView("South", "https://south:2", "south", "")]),
        new NodeView("south", "", [new ReachView("North", "https://north:1", "north", ""),
            new ReachView("Gone", "https://gone:3", "", "Unavailable: nobody <there>")]),
    ]);
}
