using System.Globalization;
using System.Net;
using System.Text;

namespace Fathom.Mediator.Topology;

/// <summary>Draws a network as SVG 1.1: no script, no style sheet, nothing fetched. Pure: the same network is the same picture.</summary>
internal static class TopologySvg
{
    private const double Margin = 110;
    private const double NodeRadius = 9;
    private const double LeastRadius = 90;
    private const double RoomOfNode = 60;
    private const double Bend = 14;
    private const string Reaches = "#1a7f37";
    private const string ReachesNot = "#cf222e";
    private const string Ink = "#57606a";

    public static string Draw(IReadOnlyList<TopologyNode> nodes)
    {
        // Unreachable nodes have a place too, by their address.
        var names = nodes.Select(n => n.Name).Concat(nodes.SelectMany(n => n.Remotes).Select(Target)).Distinct(StringComparer.Ordinal)
            .ToList();
        var known = nodes.ToDictionary(n => n.Name, StringComparer.Ordinal);
        var radius = Math.Max(LeastRadius, names.Count * RoomOfNode / (2 * Math.PI));
        var side = 2 * (radius + Margin);
        var places = names.Select((name, i) => (name, Angle: (2 * Math.PI * i / names.Count) - (Math.PI / 2)))
            .ToDictionary(p => p.name, p => (X: (side / 2) + (radius * Math.Cos(p.Angle)), Y: (side / 2) + (radius * Math.Sin(p.Angle))),
                StringComparer.Ordinal);
        var svg = new StringBuilder();
        svg.Append(CultureInfo.InvariantCulture, $"""<svg xmlns="http://www.w3.org/2000/svg" width="{side:0}" height="{side:0}" """)
            .Append(CultureInfo.InvariantCulture, $"""viewBox="0 0 {side:0} {side:0}" font-family="sans-serif" font-size="12">""")
            .Append("<title>Nodes and their connections</title><defs>").Append(Arrow("reaches", Reaches)).Append(Arrow("not", ReachesNot))
            .Append("</defs>");
        foreach (var (from, remote) in nodes.SelectMany(n => n.Remotes.Select(r => (n, r))))
        {
            Line(svg, places[from.Name], places[Target(remote)], from.Name, remote);
        }

        foreach (var name in names)
        {
            Node(svg, places[name], name, known.GetValueOrDefault(name));
        }

        return svg.Append("</svg>\n").ToString();
    }

    private static string Target(TopologyLink remote) => remote.Node.Length > 0 ? remote.Node : remote.Address;

    private static string Arrow(string id, string colour) =>
        $"""<marker id="{id}" viewBox="0 0 10 10" refX="10" refY="5" markerWidth="7" markerHeight="7" orient="auto">"""
        + $"""<path d="M0 0 10 5 0 10z" fill="{colour}"/></marker>""";

    // Curved to one side, so that both directions are visible.
    private static void Line(StringBuilder svg, (double X, double Y) from, (double X, double Y) to, string node, TopologyLink remote)
    {
        var (dx, dy) = (to.X - from.X, to.Y - from.Y);
        var length = Math.Max(1, Math.Sqrt((dx * dx) + (dy * dy)));
        var (ux, uy) = (dx / length, dy / length);
        var isReached = remote.Node.Length > 0;
        var (startX, startY) = (from.X + (ux * NodeRadius), from.Y + (uy * NodeRadius));
        var (bendX, bendY) = (((from.X + to.X) / 2) - (uy * Bend), ((from.Y + to.Y) / 2) + (ux * Bend));
        var (endX, endY) = (to.X - (ux * NodeRadius), to.Y - (uy * NodeRadius));
        svg.Append(
            CultureInfo.InvariantCulture, $"""<path d="M{startX:0.#} {startY:0.#} Q{bendX:0.#} {bendY:0.#} {endX:0.#} {endY:0.#}" """)
            .Append(CultureInfo.InvariantCulture, $"""fill="none" stroke="{(isReached ? Reaches : ReachesNot)}" """)
            .Append(isReached ? "marker-end=\"url(#reaches)\">" : "stroke-dasharray=\"5 4\" marker-end=\"url(#not)\">")
            .Append("<title>")
            .Append(Text(
                $"{node} {(isReached ? "reaches" : "does not reach")} {remote.Remote} at "
                    + $"{remote.Address}{(isReached ? "" : $": {remote.Failure}")}")).Append("</title></path>");
    }

    private static void Node(StringBuilder svg, (double X, double Y) at, string name, TopologyNode? node)
    {
        var label = at.Y - NodeRadius - 6;
        var fill = node is null ? "#ffffff" : "#ddf4ff";
        svg.Append(CultureInfo.InvariantCulture,
                $"""<circle cx="{at.X:0.#}" cy="{at.Y:0.#}" r="{NodeRadius:0.#}" fill="{fill}" stroke="{Ink}"/>""")
            .Append(CultureInfo.InvariantCulture,
                $"""<text x="{at.X:0.#}" y="{label:0.#}" text-anchor="middle" fill="{Ink}">{Text(name)}</text>""");
        if (node is { Address.Length: > 0 })
        {
            var below = at.Y + NodeRadius + 14;
            svg.Append(CultureInfo.InvariantCulture, $"""<text x="{at.X:0.#}" y="{below:0.#}" text-anchor="middle" fill="{Ink}" """)
                .Append(CultureInfo.InvariantCulture, $"""font-size="10">{Text(node.Address)}</text>""");
        }
    }

    // Characters that XML forbids cannot be escaped.
    private static string Text(string text) => WebUtility.HtmlEncode(
        new string([.. text.Select(c => c is >= ' ' and not (>= '\ud800' and <= '\udfff') and < '\ufffe' ? c : '?')]));
}
