using System.Collections.Concurrent;

namespace Fathom.Transport.Connections.Loops;

/// <summary>Handlers on the thread pool that have ended a turn and wait for the next, in order. Few of them are in the pool's queue at a
/// time, so that a new call does not wait for a turn of each of a thousand streams. Thread-safe.</summary>
/// <param name="queue">Queues to the pool.</param>
internal sealed class PoolTurns(Action<IThreadPoolWorkItem> queue) : IThreadPoolWorkItem
{
    private const int MaxQueued = 16;

    private readonly ConcurrentQueue<Action> _waiting = new();
    private int _queued;

    /// <summary>Those of this process's pool.</summary>
    public static PoolTurns Shared { get; } = new(static turns => ThreadPool.UnsafeQueueUserWorkItem(turns, preferLocal: false));

    /// <summary>Continues with <paramref name="body"/> in a new turn.</summary>
    public void Post(Action body)
    {
        _waiting.Enqueue(body);
        Queue();
    }

    // The next one is queued first: this one may block its thread.
    void IThreadPoolWorkItem.Execute()
    {
        Interlocked.Decrement(ref _queued);
        if (_waiting.TryDequeue(out var body))
        {
            if (!_waiting.IsEmpty)
            {
                Queue();
            }

            body();
        }
    }

    // Where it is not queued, one that is sees what waits: it is counted until it looks. Only those are counted, so that none is left out
    // because of another that was not queued either.
    private void Queue()
    {
        for (var queued = Volatile.Read(ref _queued); queued < MaxQueued;)
        {
            var seen = Interlocked.CompareExchange(ref _queued, queued + 1, queued);
            if (seen == queued)
            {
                queue(this);
                return;
            }

            queued = seen;
        }
    }
}
