using System.Collections.Concurrent;
using System.Diagnostics;
using Fathom.Mediator.Telemetry;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Mediator.Telemetry;

/// <summary>Starts traces and collects the activities of nodes. A listener receives those of the whole process: each test selects its own
/// trace.</summary>
internal sealed class TraceListener : IDisposable
{
    private readonly ActivitySource _own = new("test");
    private readonly ConcurrentQueue<Activity> _ended = new();
    private readonly ActivityListener _listener;

    public TraceListener()
    {
        _listener = new ActivityListener
        {
            ShouldListenTo = source => source.Name is MediatorTelemetry.Name or "test",
            Sample = (ref ActivityCreationOptions<ActivityContext> _) => ActivitySamplingResult.AllDataAndRecorded,
            ActivityStopped = _ended.Enqueue,
        };
        ActivitySource.AddActivityListener(_listener);
    }

    /// <summary>Begins a trace.</summary>
    public Activity StartRoot() => _own.StartActivity("root").ShouldNotBeNull();

    /// <summary>Waits for the activities of nodes in a trace.</summary>
    public async Task<List<Activity>> SpansAsync(ActivityTraceId trace, int count)
    {
        List<Activity> Found() => [.. _ended.Where(a => a.TraceId == trace && a.Source.Name == MediatorTelemetry.Name)];
        await Eventually.HoldsAsync(() => Found().Count >= count, $"{count} spans");
        return Found();
    }

    /// <summary>The attributes of an activity, as text.</summary>
    public static IEnumerable<(string Key, string Value)> Tags(Activity span) => span.TagObjects.Select(t => (t.Key, $"{t.Value}"));

    public void Dispose()
    {
        _listener.Dispose();
        _own.Dispose();
    }
}
