namespace Fathom.Link.Impairments;

/// <summary>
/// The queue in front of a rate limit. Packets wait in a ring of structs. Departures are computed on the ideal time line, so a late call
/// delays no packet. Owned by one direction; not thread-safe.
/// </summary>
internal sealed class Bottleneck(IPacketService service, QueueLimit limit, int mtu)
{
    private readonly CoDel? _coDel = limit.CoDel ? new CoDel(CoDel.DefaultTarget, CoDel.DefaultInterval, mtu) : null;
    private Waiting[] _ring = new Waiting[64];
    private int _head;

    public int Count { get; private set; }

    public long Bytes { get; private set; }

    /// <summary>When service of the first packet starts; <see cref="long.MaxValue"/> if the queue is empty.</summary>
    public long NextStart => Count > 0 ? service.StartOf(_ring[_head].Arrival) : long.MaxValue;

    /// <summary>Adds a packet; false if the queue is full. Call <see cref="TryServe"/> up to <paramref name="now"/> first.</summary>
    public bool TryAdd(int slot, int bytes, long now)
    {
        if (Bytes + bytes > limit.Bytes || Count + 1 > limit.Packets)
        {
            return false;
        }

        if (Count == _ring.Length)
        {
            Grow();
        }

        _ring[(_head + Count++) & (_ring.Length - 1)] = new Waiting(slot, bytes, now);
        Bytes += bytes;
        return true;
    }

    /// <summary>Removes the first packet if its service has started.</summary>
    /// <returns>Whether a packet left the queue: dropped, or sent completely at <paramref name="left"/>.</returns>
    public bool TryServe(long now, out int slot, out long left, out bool dropped)
    {
        (slot, left, dropped) = (0, 0, false);
        var start = NextStart;
        if (start > now)
        {
            return false;
        }

        var packet = _ring[_head];
        _head = (_head + 1) & (_ring.Length - 1);
        Count--;
        Bytes -= packet.Bytes;
        slot = packet.Slot;
        dropped = _coDel?.ShouldDrop(start, start - packet.Arrival, Bytes) ?? false;
        left = dropped ? start : service.Serve(start, packet.Bytes);
        if (Count == 0)
        {
            _coDel?.OnQueueEmpty();
        }

        return true;
    }

    /// <summary>Removes the first packet, served or not; false if there is none.</summary>
    public bool TryTake(out int slot, out int bytes)
    {
        if (Count == 0)
        {
            (slot, bytes) = (0, 0);
            return false;
        }

        (slot, bytes) = (_ring[_head].Slot, _ring[_head].Bytes);
        _head = (_head + 1) & (_ring.Length - 1);
        Count--;
        Bytes -= bytes;
        return true;
    }

    private void Grow()
    {
        var ring = new Waiting[_ring.Length * 2];
        for (var i = 0; i < Count; i++)
        {
            ring[i] = _ring[(_head + i) & (_ring.Length - 1)];
        }

        (_ring, _head) = (ring, 0);
    }

    private readonly record struct Waiting(int Slot, int Bytes, long Arrival);
}
