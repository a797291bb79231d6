using System.Text;
using Fathom.Wire.Grpc;

namespace Fathom.Mediator.Topology;

/// <summary>
/// Merges what the remotes of a node answered, within <see cref="TopologyLimits"/>. Each node is there once. Where the limits are reached,
/// every answer has had the same share: one that is absurdly large displaces no other. Linear in nodes and links; the choice among
/// answers adds the logarithm of their number.
/// </summary>
internal sealed class TopologyMerge
{
    // At least what a node and a link take in an answer without their texts: three tags and lengths, and those of the list.
    private const int NodeBytes = 24;
    private const int LinkBytes = 32;

    // Of name and flag of the answer itself.
    private const int Reserve = 2 * 1024;

    private readonly List<TopologyNode> _nodes = [];
    private readonly HashSet<string> _names = new(StringComparer.Ordinal);
    private int _links;
    private int _bytes = Reserve;
    private bool _isTruncated;

    private TopologyMerge()
    {
    }

    /// <summary>The nodes of all answers, and whether something was left out.</summary>
    /// <param name="own">The node itself, which comes first; null: none.</param>
    /// <param name="answers">The answers of its remotes.</param>
    public static (IReadOnlyList<TopologyNode> Nodes, bool IsTruncated) Merge(TopologyNode? own, IReadOnlyList<TopologyResponse> answers)
    {
        var merge = new TopologyMerge { _isTruncated = answers.Any(a => a.IsTruncated) };
        if (own is not null)
        {
            merge.Add(own);
        }

        // The answer of which least was taken is next.
        var next = new PriorityQueue<(TopologyResponse Answer, int Index), (int Taken, int Order)>();
        for (var i = 0; i < answers.Count; i++)
        {
            next.Enqueue((answers[i], 0), (0, i));
        }

        while (!merge.IsFull && next.TryDequeue(out var from, out var before))
        {
            if (from.Index < from.Answer.Nodes.Count)
            {
                // A name that is there already costs something too: an answer may repeat it.
                var taken = Math.Max(NodeBytes, merge.Add(from.Answer.Nodes[from.Index]));
                next.Enqueue((from.Answer, from.Index + 1), (before.Taken + taken, before.Order));
            }
        }

        return (merge._nodes, merge._isTruncated || next.Count > 0);
    }

    private bool IsFull => _nodes.Count >= TopologyLimits.MaxNodes || _bytes >= TopologyLimits.MaxAnswerBytes;

    /// <summary>Adds a node as far as there is room; returns the bytes it takes.</summary>
    private int Add(TopologyNode node)
    {
        var name = Cut(node.Name);
        if (!_names.Add(name))
        {
            return 0;
        }

        var address = Cut(node.Address);
        var bytes = NodeBytes + Bytes(name) + Bytes(address);
        if (_bytes + bytes > TopologyLimits.MaxAnswerBytes)
        {
            return Fill();
        }

        List<TopologyLink> links = [];
        foreach (var link in node.Remotes)
        {
            var cut = new TopologyLink(Cut(link.Remote), Cut(link.Address), Cut(link.Node), Cut(link.Failure));
            var size = LinkBytes + Bytes(cut.Remote) + Bytes(cut.Address) + Bytes(cut.Node) + Bytes(cut.Failure);
            if (_links >= TopologyLimits.MaxLinks || _bytes + bytes + size > TopologyLimits.MaxAnswerBytes)
            {
                _isTruncated = true;
                break;
            }

            _links++;
            bytes += size;
            links.Add(cut);
        }

        _nodes.Add(new TopologyNode(name, address, links));
        _bytes += bytes;
        return bytes;
    }

    private int Fill()
    {
        _isTruncated = true;
        return _bytes = TopologyLimits.MaxAnswerBytes;
    }

    private static int Bytes(string text) => Encoding.UTF8.GetByteCount(text);

    private static string Cut(string text) => text.Length <= TopologyLimits.MaxTextLength ? PrintableText.OneLine(text)
        : PrintableText.OneLine(text[..(char.IsHighSurrogate(text[TopologyLimits.MaxTextLength - 1]) ? TopologyLimits.MaxTextLength - 1
            : TopologyLimits.MaxTextLength)]);
}
