using Fathom.SubjectProtocol;
using Fathom.Tree.Tracing;

namespace Fathom.Subjects.Tree.Waterfalls;

/// <summary>
/// One request's time, part by part. What passes between a caller's span and that of its server is the wait for a thread where a work
/// item of the process that should go on was waiting for one, and the wire else. On the way to a server both go on: the caller sends on a
/// thread of its pool, and the server receives on one.
/// </summary>
/// <param name="spans">The spans of its trace.</param>
/// <param name="queues">The waits of each process.</param>
internal sealed class Waterfall(List<(string Process, Span Span)> spans, IReadOnlyDictionary<string, QueueTimes> queues)
{
    // By how much the clocks of processes may differ.
    private const double ClockUs = 1_000;

    private readonly Dictionary<(string Process, string Kind), double> _parts = [];

    /// <summary>Microseconds by process and kind.</summary>
    public IReadOnlyDictionary<(string Process, string Kind), double> Parts => _parts;

    /// <summary>Sum of all parts.</summary>
    public double SumUs => _parts.Values.Sum();

    /// <summary>Adds the time in a server, and in everything that it called.</summary>
    public void AddServer(string process, Span server)
    {
        var calls = spans.Where(s => s.Process == process && s.Span.Kind == SpanKind.Call && s.Span.Parent == server.Id)
            .Select(s => s.Span).ToList();
        foreach (var call in calls)
        {
            AddCall(process, call);
        }

        Add(process, TracedTime.Handler, server.DurationUs - calls.Sum(c => c.DurationUs));
    }

    /// <summary>Adds the time between two processes.</summary>
    /// <param name="next">The process that goes on at its end.</param>
    /// <param name="fromUs">Its start.</param>
    /// <param name="toUs">Its end; clocks of one machine may differ by microseconds, so it can lie before the start.</param>
    /// <param name="sender">The process that sends meanwhile; null where none of the tree does.</param>
    /// <param name="connectUs">How much of it was a wait for a connection, without waits for a thread.</param>
    public void AddWay(string next, double fromUs, double toUs, string? sender = null, double connectUs = 0)
    {
        var left = Math.Max(0, toUs - fromUs);
        if (sender is not null)
        {
            Take(sender, TracedTime.Queue, QueuedIn(sender, fromUs, toUs));
        }

        Take(next, TracedTime.Connect, connectUs);
        Take(next, TracedTime.Queue, QueuedIn(next, fromUs, toUs));
        Add(next, TracedTime.Wire, left);

        void Take(string process, string kind, double us)
        {
            us = Math.Min(us, left);
            left -= us;
            Add(process, kind, us);
        }
    }

    private void AddCall(string caller, Span call)
    {
        var connect = spans.Where(s => s.Process == caller && s.Span.Kind == SpanKind.Connect && IsIn(call, s.Span))
            .Sum(s => s.Span.DurationUs - QueuedIn(caller, s.Span.StartUs, s.Span.EndUs));
        // By process and time: a library may have spans of its own between the two, so that parents alone do not lead from one to the
        // other. A request that two services pass on reaches the third twice, within less than a millisecond: the one that began after
        // this call is meant, and one that seems to have begun before only where there is no other.
        var (process, server) = spans.Where(s => s.Process == call.Peer && s.Span.Kind == SpanKind.Server && IsIn(call, s.Span))
            .OrderBy(s => s.Span.StartUs < call.StartUs).ThenBy(s => Math.Abs(s.Span.StartUs - call.StartUs)).FirstOrDefault();
        if (process is null)
        {
            // Nobody answered: all of it is the caller's way.
            AddWay(caller, call.StartUs, call.EndUs, connectUs: connect);
            return;
        }

        AddWay(process, call.StartUs, server.StartUs, caller, connect);
        AddServer(process, server);
        AddWay(caller, server.EndUs, call.EndUs);
    }

    private double QueuedIn(string process, double fromUs, double toUs) =>
        queues.TryGetValue(process, out var waits) ? waits.Within(fromUs, toUs) : 0;

    private static bool IsIn(Span call, Span other) => other.StartUs >= call.StartUs - ClockUs && other.StartUs <= call.EndUs;

    private void Add(string process, string kind, double us) =>
        _parts[(process, kind)] = _parts.GetValueOrDefault((process, kind)) + Math.Max(0, us);
}
