namespace Fathom.Link.Impairments;

/// <summary>
/// Packets in transit, ordered by arrival, then by departure. A binary heap of structs that allocates only to grow. Without reordering
/// adding costs one comparison. Owned by one direction; not thread-safe.
/// </summary>
internal sealed class DelayQueue
{
    private Entry[] _heap = new Entry[64];
    private long _sequence;

    public int Count { get; private set; }

    /// <summary>When the next packet arrives; <see cref="long.MaxValue"/> if there is none.</summary>
    public long NextDue => Count > 0 ? _heap[0].Due : long.MaxValue;

    public void Add(int slot, long due)
    {
        if (Count == _heap.Length)
        {
            Array.Resize(ref _heap, Count * 2);
        }

        var added = new Entry(due, _sequence++, slot);
        var at = Count++;
        for (var parent = (at - 1) / 2; at > 0 && added.Before(_heap[parent]); parent = (at - 1) / 2)
        {
            _heap[at] = _heap[parent];
            at = parent;
        }

        _heap[at] = added;
    }

    /// <summary>Removes the next packet. The queue must not be empty.</summary>
    public int Take(out long due)
    {
        var first = _heap[0];
        var last = _heap[--Count];
        var at = 0;
        for (var child = 1; child < Count; child = (2 * at) + 1)
        {
            if (child + 1 < Count && _heap[child + 1].Before(_heap[child]))
            {
                child++;
            }

            if (!_heap[child].Before(last))
            {
                break;
            }

            _heap[at] = _heap[child];
            at = child;
        }

        _heap[at] = last;
        due = first.Due;
        return first.Slot;
    }

    private readonly record struct Entry(long Due, long Sequence, int Slot)
    {
        public bool Before(in Entry other) => Due < other.Due || (Due == other.Due && Sequence < other.Sequence);
    }
}
