using Fathom.SubjectProtocol;

namespace Fathom.Tree.Tracing;

/// <summary>
/// Watches the thread pool from a thread of its own: how many threads, how many queued items, and how long a work item waits for a
/// thread. One item is under way at a time, so the waits do not overlap.
/// </summary>
public sealed class PoolWatch : IDisposable
{
    // 50 work items of 0.1 ms queue for 2.5 ms on two processors.
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(5);

    // Shorter waits are those of a pool that has a thread and of a machine that has no processor.
    private const double LeastWaitUs = 500;

    private readonly SpanRecorder _spans;
    private readonly ManualResetEventSlim _stop = new();
    private readonly Thread _thread;
    private int _threads;
    private long _queue;
    private double _longestUs;
    private volatile bool _isWaiting;

    private PoolWatch(SpanRecorder spans)
    {
        _spans = spans;
        _thread = new Thread(Watch) { Name = "pool watch", IsBackground = true };
    }

    /// <summary>Starts to watch.</summary>
    /// <param name="spans">Receives the waits.</param>
    public static PoolWatch Start(SpanRecorder spans)
    {
        var watch = new PoolWatch(spans);
        watch._thread.Start();
        return watch;
    }

    /// <summary>Stops, and adds what was seen.</summary>
    /// <param name="values">Figures of the process.</param>
    public void StopAndReport(IDictionary<string, double> values)
    {
        _stop.Set();
        _thread.Join();
        values[ReportedValues.MaxThreads] = _threads;
        values[ReportedValues.MaxQueue] = _queue;
        values[ReportedValues.MaxQueueWait] = _longestUs / 1000;
        values[ReportedValues.Processors] = Environment.ProcessorCount;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _stop.Set();
        _thread.Join();
        _stop.Dispose();
    }

    private void Watch()
    {
        do
        {
            _threads = Math.Max(_threads, ThreadPool.ThreadCount);
            _queue = Math.Max(_queue, ThreadPool.PendingWorkItemCount);
            if (!_isWaiting)
            {
                _isWaiting = true;
                var (began, at) = (TimeProvider.System.GetTimestamp(), TimeProvider.System.GetUtcNow());
                ThreadPool.UnsafeQueueUserWorkItem(_ => Ran(began, at), null);
            }
        }
        while (!_stop.Wait(Interval));
    }

    private void Ran(long began, DateTimeOffset at)
    {
        var waited = TimeProvider.System.GetElapsedTime(began).TotalMicroseconds;
        _longestUs = Math.Max(_longestUs, waited);
        if (waited >= LeastWaitUs)
        {
            _spans.Add(new Span(SpanKind.Queue, "", "", "", (at - DateTimeOffset.UnixEpoch).TotalMicroseconds, waited));
        }

        _isWaiting = false;
    }
}
