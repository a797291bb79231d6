namespace Fathom.Mediator.Remotes;

/// <summary>
/// Bounds the bytes of the notifications that a node publishes itself and that are on their way to one remote: beyond the limit, publishing
/// waits. Without it a burst opens as many connections as it has calls, and the remote, whose memory for all clients is limited, closes
/// them. Notifications that are forwarded, or published by a handler, do not wait, because others wait for them: their number is bounded
/// where they began. First come, first served. Owned by the remote; thread-safe.
/// </summary>
/// <param name="limit">The maximum number of bytes; a larger message goes alone.</param>
internal sealed class SendBudget(long limit)
{
    /// <summary>4 MiB, the largest message by default: 200 messages of 20 kB. A host has 24 MiB for all its clients.</summary>
    public const long DefaultLimit = 4 << 20;

    // A call without content costs its remote something, too.
    private const int Overhead = 1024;

    private readonly Lock _lock = new();
    private readonly LinkedList<Waiting> _waiting = new();
    private long _used;

    /// <summary>Waits until there is room.</summary>
    /// <param name="size">Bytes of the message.</param>
    /// <param name="timeout">Time to wait.</param>
    /// <param name="time">The clock of it.</param>
    /// <param name="token">Cancels waiting.</param>
    /// <returns>What must be disposed when the message has arrived; null after <paramref name="timeout"/>.</returns>
    public async ValueTask<IDisposable?> EnterAsync(int size, TimeSpan timeout, TimeProvider time, CancellationToken token)
    {
        var waiting = new Waiting(this, size + Overhead);
        lock (_lock)
        {
            _waiting.AddLast(waiting.Node);
            Admit();
        }

        try
        {
            await waiting.Entered.Task.WaitAsync(timeout, time, token).ConfigureAwait(false);
            return waiting;
        }
        catch (TimeoutException)
        {
            waiting.Dispose();
            return null;
        }
        catch (OperationCanceledException)
        {
            waiting.Dispose();
            throw;
        }
    }

    // Under the lock.
    private void Admit()
    {
        while (_waiting.First?.Value is { } first && (_used == 0 || _used + first.Size <= limit))
        {
            _waiting.RemoveFirst();
            _used += first.Size;
            first.Entered.SetResult();
        }
    }

    private void Leave(Waiting waiting)
    {
        lock (_lock)
        {
            if (waiting.Node.List is not null)
            {
                _waiting.Remove(waiting.Node);
            }
            else
            {
                _used -= waiting.Size;
            }

            Admit();
        }
    }

    private sealed class Waiting : IDisposable
    {
        private readonly SendBudget _budget;

        public Waiting(SendBudget budget, long size)
        {
            (_budget, Size) = (budget, size);
            Node = new LinkedListNode<Waiting>(this);
        }

        public LinkedListNode<Waiting> Node { get; }

        public long Size { get; }

        public TaskCompletionSource Entered { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public void Dispose() => _budget.Leave(this);
    }
}
