using Fathom.Link.Impairments;
using Fathom.Link.Plans;

namespace Fathom.Link.Linux;

/// <summary>Counters of one direction. The forwarding thread writes them. Any thread may take a snapshot: each field is exact, but they may
/// be from different moments.</summary>
internal sealed class PacketPathCounters
{
    public long Packets;
    public long Bytes;
    public long Delivered;
    public long DeliveredBytes;
    public long Lost;
    public long TooLarge;
    public long Broken;
    public long BreakDropped;
    public long Duplicated;
    public long Corrupted;
    public long QueueDropped;
    public long Overflowed;
    public long Refused;
    public long Misaddressed;
    public long TotalLateness;
    public long MaxLateness;
    public long Pending;
    public long QueuedBytes;

    public DirectionCounters Snapshot(long droppedByDevice) => new()
    {
        Packets = Volatile.Read(ref Packets),
        Bytes = Volatile.Read(ref Bytes),
        Delivered = Volatile.Read(ref Delivered),
        DeliveredBytes = Volatile.Read(ref DeliveredBytes),
        Lost = Volatile.Read(ref Lost),
        TooLarge = Volatile.Read(ref TooLarge),
        Broken = Volatile.Read(ref Broken),
        BreakDropped = Volatile.Read(ref BreakDropped),
        Duplicated = Volatile.Read(ref Duplicated),
        Corrupted = Volatile.Read(ref Corrupted),
        QueueDropped = Volatile.Read(ref QueueDropped),
        Overflowed = Volatile.Read(ref Overflowed),
        Refused = Volatile.Read(ref Refused),
        Misaddressed = Volatile.Read(ref Misaddressed),
        DroppedByDevice = droppedByDevice,
        TotalLatenessNanoseconds = Volatile.Read(ref TotalLateness),
        MaxLatenessNanoseconds = Volatile.Read(ref MaxLateness),
        Pending = Volatile.Read(ref Pending),
        QueuedBytes = Volatile.Read(ref QueuedBytes),
    };

    public void RecordQueue(DirectionEmulator emulator)
    {
        Pending = emulator.Pending;
        QueuedBytes = emulator.QueuedBytes;
    }
}
