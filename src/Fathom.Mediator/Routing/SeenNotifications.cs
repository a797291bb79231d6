namespace Fathom.Mediator.Routing;

/// <summary>The ids of notifications that a node has seen, so that it handles each once, by whichever route it arrives. Bounded by count
/// and by time. Owned by the node; thread-safe.</summary>
/// <param name="capacity">The maximum number of ids; one more evicts the oldest.</param>
/// <param name="retention">How long an id is kept.</param>
/// <param name="time">The clock.</param>
internal sealed class SeenNotifications(int capacity, TimeSpan retention, TimeProvider time)
{
    private readonly Lock _lock = new();
    private readonly HashSet<Guid> _ids = [];
    private readonly Queue<(Guid Id, long Since)> _order = new();

    public int Count
    {
        get
        {
            lock (_lock)
            {
                return _ids.Count;
            }
        }
    }

    /// <summary>Adds an id. False when it is there already.</summary>
    public bool TryAdd(Guid id)
    {
        lock (_lock)
        {
            while (_order.TryPeek(out var oldest) && time.GetElapsedTime(oldest.Since) >= retention)
            {
                EvictOldest();
            }

            if (!_ids.Add(id))
            {
                return false;
            }

            if (_ids.Count > capacity)
            {
                EvictOldest();
            }

            _order.Enqueue((id, time.GetTimestamp()));
            return true;
        }
    }

    private void EvictOldest() => _ids.Remove(_order.Dequeue().Id);
}
