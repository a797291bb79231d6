using Fathom.Link.Impairments;
using Fathom.Link.Plans;

namespace Fathom.Link.Linux;

/// <summary>One direction's counts. The forwarding thread writes them; any thread may take a snapshot, whose fields are each exact but not
/// of one instant.</summary>
internal sealed class LaneCounters
{
    public long Packets;
    public long Bytes;
    public long Delivered;
    public long DeliveredBytes;
    public long Lost;
    public long Duplicated;
    public long Corrupted;
    public long QueueDropped;
    public long Overflowed;
    public long Refused;
    public long Strays;
    public long LateTotal;
    public long LateMost;
    public long Held;
    public long QueuedBytes;

    public DirectionCounters Snapshot(long droppedByDevice) => new()
    {
        Packets = Volatile.Read(ref Packets),
        Bytes = Volatile.Read(ref Bytes),
        Delivered = Volatile.Read(ref Delivered),
        DeliveredBytes = Volatile.Read(ref DeliveredBytes),
        Lost = Volatile.Read(ref Lost),
        Duplicated = Volatile.Read(ref Duplicated),
        Corrupted = Volatile.Read(ref Corrupted),
        QueueDropped = Volatile.Read(ref QueueDropped),
        Overflowed = Volatile.Read(ref Overflowed),
        Refused = Volatile.Read(ref Refused),
        Strays = Volatile.Read(ref Strays),
        DroppedByDevice = droppedByDevice,
        LateTotalNanoseconds = Volatile.Read(ref LateTotal),
        LateMostNanoseconds = Volatile.Read(ref LateMost),
        Held = Volatile.Read(ref Held),
        QueuedBytes = Volatile.Read(ref QueuedBytes),
    };

    public void Note(DirectionEmulator emulator)
    {
        Held = emulator.Held;
        QueuedBytes = emulator.QueuedBytes;
    }
}
