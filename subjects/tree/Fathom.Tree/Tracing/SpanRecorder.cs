using System.Collections.Concurrent;
using System.Diagnostics;

namespace Fathom.Tree.Tracing;

/// <summary>
/// Keeps the spans of traced requests of this process: those whose <c>traceparent</c> (W3C Trace Context) is sampled. Bounded; safe from
/// any thread.
/// </summary>
public sealed class SpanRecorder : IDisposable
{
    /// <summary>The most spans that are kept; the rest are counted.</summary>
    public const int MaxSpans = 200_000;

    /// <summary>The activity sources of a process: its own, ASP.NET Core's, HttpClient's, and those of its connections.</summary>
    public static IReadOnlyList<string> Sources { get; } =
        ["Fathom.Tree", "Microsoft.AspNetCore", "System.Net.Http", "Experimental.System.Net.Http.Connections"];

    private readonly ConcurrentQueue<Span> _spans = [];
    private readonly ActivityListener _listener;
    private int _count;

    /// <summary>Listens to the activities of this process.</summary>
    public SpanRecorder()
    {
        _listener = new ActivityListener
        {
            ShouldListenTo = source => Sources.Contains(source.Name),
            Sample = (ref ActivityCreationOptions<ActivityContext> options) =>
                options.Parent.TraceFlags.HasFlag(ActivityTraceFlags.Recorded)
                ? ActivitySamplingResult.AllDataAndRecorded : ActivitySamplingResult.None,
            ActivityStopped = Stopped,
        };
        ActivitySource.AddActivityListener(_listener);
    }

    /// <summary>Spans that were dropped since there were too many.</summary>
    public int Dropped => Math.Max(0, _count - MaxSpans);

    /// <summary>Forgets all spans.</summary>
    public void Clear()
    {
        _spans.Clear();
        _count = 0;
    }

    /// <summary>Adds a span that is no activity.</summary>
    public void Add(Span span)
    {
        if (Interlocked.Increment(ref _count) <= MaxSpans)
        {
            _spans.Enqueue(span);
        }
    }

    /// <summary>Writes all spans to a file.</summary>
    public void WriteTo(string file) => File.WriteAllLines(file, _spans.Select(s => s.ToString()));

    /// <inheritdoc/>
    public void Dispose() => _listener.Dispose();

    private void Stopped(Activity activity)
    {
        if (KindOf(activity) is { } kind && activity.Recorded)
        {
            Add(new Span(kind, activity.TraceId.ToHexString(), activity.SpanId.ToHexString(), activity.ParentSpanId.ToHexString(),
                (activity.StartTimeUtc - DateTime.UnixEpoch).TotalMicroseconds, activity.Duration.TotalMicroseconds,
                activity.GetTagItem(TreeActivity.Peer) as string ?? ""));
        }
    }

    private static SpanKind? KindOf(Activity activity) => activity.Source.Name switch
    {
        "Fathom.Tree" => SpanKind.Call,
        "Microsoft.AspNetCore" => activity.Kind == ActivityKind.Server ? SpanKind.Server : null,
        _ => activity.OperationName.EndsWith("WaitForConnection", StringComparison.Ordinal) ? SpanKind.Connect : null,
    };
}
