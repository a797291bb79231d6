using Fathom.SubjectProtocol;

namespace Fathom.Subjects.Measuring;

/// <summary>
/// Samples the thread pool from a thread outside it, every <see cref="Interval"/>. A workload owns one.
/// </summary>
public sealed class ThreadPoolSampler : IDisposable
{
    // Ten samples per step of the pool's fastest injection (25 ms) would be 2.5 ms; at 5 ms the sampler costs under 1 % of a core.
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(5);

    private readonly ManualResetEventSlim _stop = new();
    private readonly Thread _thread;
    private readonly Staircase _threads = new();
    private readonly Staircase _queue = new();
    private readonly QueueProbe _probe = new();

    private ThreadPoolSampler() => _thread = new Thread(Sample) { Name = "thread-pool sampler", IsBackground = true };

    /// <summary>Largest number of threads seen.</summary>
    public double MaxThreads => _threads.Highest;

    /// <summary>Largest number of queued work items seen.</summary>
    public double MaxQueue => _queue.Highest;

    /// <summary>Longest time that a work item waited for a thread, ms.</summary>
    public double MaxQueueWait => _probe.LongestMs;

    /// <summary>Threads and queue over time.</summary>
    public IReadOnlyList<SampledSeries> Series =>
    [
        ReportedValues.ThreadPoolThreads.With(_threads.Points),
        ReportedValues.ThreadPoolQueue.With(_queue.Points),
    ];

    /// <summary>Starts to sample.</summary>
    public static ThreadPoolSampler Start()
    {
        var sampler = new ThreadPoolSampler();
        sampler._thread.Start();
        return sampler;
    }

    /// <summary>Stops sampling, and waits for the sampler's thread.</summary>
    public void Stop()
    {
        _stop.Set();
        _thread.Join();
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        Stop();
        _stop.Dispose();
    }

    private void Sample()
    {
        var began = TimeProvider.System.GetTimestamp();
        do
        {
            var at = TimeProvider.System.GetElapsedTime(began).TotalMilliseconds;
            _threads.Add(at, ThreadPool.ThreadCount);
            _queue.Add(at, ThreadPool.PendingWorkItemCount);
            _probe.Post();
        }
        while (!_stop.Wait(Interval));
    }
}
