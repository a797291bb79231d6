using Fathom.Tree.Nodes;
using Fathom.Tree.Tracing;

namespace Fathom.Subjects.Tree.Waterfalls;

/// <summary>The spans of all processes, joined by trace. Immutable.</summary>
internal sealed class TraceSet
{
    private readonly Dictionary<string, List<(string Process, Span Span)>> _byTrace;
    private readonly Dictionary<string, QueueTimes> _queues;

    /// <param name="spans">The spans of each process.</param>
    public TraceSet(IReadOnlyDictionary<string, IReadOnlyList<Span>> spans)
    {
        _queues = spans.ToDictionary(p => p.Key, p => new QueueTimes(p.Value.Where(s => s.Kind == SpanKind.Queue)));
        _byTrace = spans.SelectMany(p => p.Value.Where(s => s.Kind != SpanKind.Queue).Select(s => (p.Key, Span: s)))
            .GroupBy(s => s.Span.Trace).ToDictionary(g => g.Key, g => g.ToList());
    }

    /// <summary>How many traced requests a process answered.</summary>
    public int RequestsOf(string process) => _byTrace.Values.Sum(t => t.Count(s => s.Process == process && s.Span.Kind == SpanKind.Server));

    /// <summary>The waterfall of a request: its time, divided among the processes; null where none of them saw it.</summary>
    public Waterfall? Of(LoggedRequest request)
    {
        if (!_byTrace.TryGetValue(request.Trace, out var spans))
        {
            return null;
        }

        var root = spans.Find(s => s.Span.Kind == SpanKind.Server && s.Process is TreeNodes.RestApi or TreeNodes.RestAdminApi);
        if (root.Process is null)
        {
            return null;
        }

        var waterfall = new Waterfall(spans, _queues);
        waterfall.AddWay(root.Process, request.StartUs, root.Span.StartUs);
        waterfall.AddServer(root.Process, root.Span);
        waterfall.AddWay(root.Process, root.Span.EndUs, request.StartUs + request.ResponseUs);
        return waterfall;
    }
}
