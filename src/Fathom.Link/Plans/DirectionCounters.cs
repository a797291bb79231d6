namespace Fathom.Link.Plans;

/// <summary>What one direction of a running link has done so far. Counts are packets where nothing else is said.</summary>
public sealed record DirectionCounters
{
    /// <summary>Came in.</summary>
    public long Packets { get; init; }

    /// <summary>Bytes that came in.</summary>
    public long Bytes { get; init; }

    /// <summary>Went out, duplicates counted in.</summary>
    public long Delivered { get; init; }

    /// <summary>Bytes that went out.</summary>
    public long DeliveredBytes { get; init; }

    /// <summary>Lost, as asked.</summary>
    public long Lost { get; init; }

    /// <summary>Doubled, as asked.</summary>
    public long Duplicated { get; init; }

    /// <summary>Corrupted, as asked.</summary>
    public long Corrupted { get; init; }

    /// <summary>Dropped because the queue was full, or by CoDel.</summary>
    public long QueueDropped { get; init; }

    /// <summary>Dropped because the link's memory was full; not asked for, and worth a word wherever results are shown.</summary>
    public long Overflowed { get; init; }

    /// <summary>Refused by the kernel at the end they should arrive at: what corruption made unreadable.</summary>
    public long Refused { get; init; }

    /// <summary>Not meant for the other end (multicast of the kernel's own); not carried, and not counted as having come in.</summary>
    public long Strays { get; init; }

    /// <summary>Dropped by the kernel's device before the link could read them; not asked for, as <see cref="Overflowed"/>.</summary>
    public long DroppedByDevice { get; init; }

    /// <summary>How much later than asked packets went out, added up, nanoseconds; divide by <see cref="Delivered"/> for the
    /// mean.</summary>
    public long LateTotalNanoseconds { get; init; }

    /// <summary>How much later than asked a packet went out at the most, nanoseconds.</summary>
    public long LateMostNanoseconds { get; init; }

    /// <summary>Waiting or on their way at this moment.</summary>
    public long Held { get; init; }

    /// <summary>Bytes waiting for the rate at this moment.</summary>
    public long QueuedBytes { get; init; }
}
