namespace Fathom.Mediator.Routing;

/// <summary>
/// The ids of notifications that a node has seen, so that it handles each once, by whichever route it arrives. Bounded by time, and by
/// count for each origin: the node that brought it. One origin evicts only ids that it brought itself. Owned by the node; thread-safe.
/// </summary>
/// <param name="capacity">The maximum number of ids of one origin; one more evicts its oldest.</param>
/// <param name="retention">How long an id is kept.</param>
/// <param name="time">The clock.</param>
internal sealed class SeenNotifications(int capacity, TimeSpan retention, TimeProvider time)
{
    /// <summary>The origin of what this node publishes itself; no node has this name.</summary>
    public const string Own = "(own)";

    /// <summary>The origin of all nodes without a certificate: they could claim any name.</summary>
    public const string Unknown = "";

    private readonly Lock _lock = new();
    private readonly Dictionary<Guid, int> _origins = [];
    private readonly Dictionary<string, SeenIds> _byOrigin = new(StringComparer.Ordinal);

    public int Count
    {
        get
        {
            lock (_lock)
            {
                return _origins.Count;
            }
        }
    }

    /// <summary>Adds an id. False when it is there already.</summary>
    /// <param name="id">The id.</param>
    /// <param name="origin">The node that brought it, by its certificate.</param>
    public bool TryAdd(Guid id, string origin = Unknown)
    {
        lock (_lock)
        {
            EvictExpired();
            if (!_byOrigin.TryGetValue(origin, out var ids))
            {
                _byOrigin.Add(origin, ids = new SeenIds());
            }

            // Also an id that another origin brought first: that one may evict it.
            var isNew = !_origins.TryGetValue(id, out var origins);
            if (ids.TryAdd(id, time.GetTimestamp()))
            {
                _origins[id] = origins + 1;
                if (ids.Count > capacity)
                {
                    Forget(ids.RemoveOldest());
                }
            }

            return isNew;
        }
    }

    /// <summary>Removes an id, whichever nodes brought it: the next copy is new.</summary>
    public void Remove(Guid id)
    {
        lock (_lock)
        {
            _origins.Remove(id);
            foreach (var ids in _byOrigin.Values)
            {
                ids.Remove(id);
            }
        }
    }

    private void EvictExpired()
    {
        foreach (var (origin, ids) in _byOrigin)
        {
            while (ids.OldestSince is { } since && time.GetElapsedTime(since) >= retention)
            {
                Forget(ids.RemoveOldest());
            }

            if (ids.Count == 0)
            {
                _byOrigin.Remove(origin);
            }
        }
    }

    private void Forget(Guid id)
    {
        if (--_origins[id] is var left && left == 0)
        {
            _origins.Remove(id);
        }
    }

    /// <summary>The ids of one origin, the oldest first.</summary>
    private sealed class SeenIds
    {
        private readonly Dictionary<Guid, LinkedListNode<(Guid Id, long Since)>> _ids = [];
        private readonly LinkedList<(Guid Id, long Since)> _order = new();

        public int Count => _ids.Count;

        public long? OldestSince => _order.First?.Value.Since;

        public bool TryAdd(Guid id, long now)
        {
            if (_ids.ContainsKey(id))
            {
                return false;
            }

            _ids.Add(id, _order.AddLast((id, now)));
            return true;
        }

        public bool Remove(Guid id)
        {
            if (!_ids.Remove(id, out var node))
            {
                return false;
            }

            _order.Remove(node);
            return true;
        }

        public Guid RemoveOldest()
        {
            var id = _order.First!.Value.Id;
            Remove(id);
            return id;
        }
    }
}
