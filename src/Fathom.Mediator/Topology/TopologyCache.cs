namespace Fathom.Mediator.Topology;

/// <summary>
/// The topology of a node, collected once for all who request it meanwhile and within <see cref="TopologyLimits.CacheTime"/> after.
/// Collecting is cancelled when the last of them is. Owned by the topology service; thread-safe.
/// </summary>
/// <param name="collect">Collects it.</param>
/// <param name="time">The clock.</param>
internal sealed class TopologyCache(Func<CancellationToken, Task<NetworkTopology>> collect, TimeProvider time)
{
    private readonly Lock _lock = new();
    private Collection? _current;

    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    public async Task<NetworkTopology> GetAsync(CancellationToken token)
    {
        token.ThrowIfCancellationRequested();
        var collection = Join();
        try
        {
            return await collection.Task.WaitAsync(token).ConfigureAwait(false);
        }
        finally
        {
            Leave(collection);
        }
    }

    private Collection Join()
    {
        lock (_lock)
        {
            if (_current is not { } current || current.IsOver(time))
            {
                _current = current = new Collection();
                current.Start(collect, time);
            }

            current.Waiting++;
            return current;
        }
    }

    private void Leave(Collection collection)
    {
        lock (_lock)
        {
            if (--collection.Waiting > 0 || collection.Task.IsCompleted)
            {
                return;
            }

            _current = _current == collection ? null : _current;
        }

        collection.Cancel();
    }

#pragma warning disable CA1001 // The token source has no timer.
    private sealed class Collection
#pragma warning restore CA1001
    {
        private readonly CancellationTokenSource _cancellation = new();
        private long _completed;

        /// <summary>How many wait for it.</summary>
        public int Waiting { get; set; }

        public Task<NetworkTopology> Task { get; private set; } = null!;

        // Not on the thread of the first caller, which holds the lock.
        public void Start(Func<CancellationToken, Task<NetworkTopology>> collect, TimeProvider time) =>
            Task = System.Threading.Tasks.Task.Run(async () =>
            {
                var topology = await collect(_cancellation.Token).ConfigureAwait(false);
                Volatile.Write(ref _completed, time.GetTimestamp());
                return topology;
            });

        public bool IsOver(TimeProvider time) => Task.IsCompleted
            && (!Task.IsCompletedSuccessfully || time.GetElapsedTime(Volatile.Read(ref _completed)) >= TopologyLimits.CacheTime);

        public void Cancel() => _cancellation.Cancel();
    }
}
