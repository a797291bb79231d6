namespace Fathom.Subjects.Measuring;

/// <summary>
/// A work item that does nothing, posted to the thread pool again and again, one at a time: how long it waits for a thread, a completion
/// posted at the same time waits too. The length of the queue does not show that, since a healthy pool queues as many work items and runs
/// them at once. A <see cref="ThreadPoolSampler"/> owns one and posts from its thread.
/// </summary>
internal sealed class QueueProbe : IThreadPoolWorkItem
{
    private readonly TimeProvider _time = TimeProvider.System;
    private long _posted;
    private double _longestMs;
    private volatile bool _waits;

    /// <summary>The longest time that the item waited so far, ms; an item that still waits counts with its time until now.</summary>
    public double LongestMs =>
        Math.Max(Volatile.Read(ref _longestMs), _waits ? _time.GetElapsedTime(Volatile.Read(ref _posted)).TotalMilliseconds : 0);

    /// <summary>Posts the item, unless it still waits.</summary>
    public void Post()
    {
        if (_waits)
        {
            return;
        }

        Volatile.Write(ref _posted, _time.GetTimestamp());
        _waits = true;
        // To the queue that all threads share, where completions of sockets go.
        ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
    }

    /// <summary>Runs on a thread of the pool.</summary>
    public void Execute()
    {
        Volatile.Write(ref _longestMs, Math.Max(_longestMs, _time.GetElapsedTime(_posted).TotalMilliseconds));
        _waits = false;
    }
}
