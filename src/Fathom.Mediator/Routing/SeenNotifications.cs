namespace Fathom.Mediator.Routing;

/// <summary>The notifications a node has seen, so that it handles each once whatever way it comes. Bounded by number and by time; owned by
/// the node, used from many calls at once.</summary>
/// <param name="capacity">How many are remembered; one more forgets the oldest.</param>
/// <param name="retention">How long each is remembered.</param>
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

    /// <summary>True the first time, as far as the memory goes back.</summary>
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
