namespace Fathom.Link.Plans;

/// <summary>Counters of a running link.</summary>
/// <param name="Up">From the near end to the far end.</param>
/// <param name="Down">From the far end to the near end.</param>
/// <param name="Forwarded">Connections forwarded in either direction.</param>
/// <param name="ForwardingFailures">Connections whose target did not accept.</param>
/// <param name="LastForwardingFailure">Reason of the latest such failure, or null.</param>
/// <param name="CaptureOmitted">Packets missing from the capture because the disk was too slow.</param>
/// <param name="CaptureError">Error that ended the capture early, or null.</param>
public sealed record LinkCounters(
    DirectionCounters Up, DirectionCounters Down, long Forwarded, long ForwardingFailures, string? LastForwardingFailure,
    long CaptureOmitted, string? CaptureError);

/// <summary>Counters of one direction since the start. They count packets, or bytes where the name ends so.</summary>
public sealed record DirectionCounters
{
    /// <summary>Packets received from the sending end.</summary>
    public long Packets { get; init; }

    /// <summary>Bytes received from the sending end.</summary>
    public long Bytes { get; init; }

    /// <summary>Packets delivered, duplicates included.</summary>
    public long Delivered { get; init; }

    /// <summary>Bytes delivered.</summary>
    public long DeliveredBytes { get; init; }

    /// <summary>Packets lost by the loss model.</summary>
    public long Lost { get; init; }

    /// <summary>Packets dropped because they were larger than the path's MTU.</summary>
    public long TooLarge { get; init; }

    /// <summary>Connections that <see cref="DirectionSpec.Break"/> of this direction has broken.</summary>
    public long Broken { get; init; }

    /// <summary>Packets dropped because their connection was broken, answered with a reset or not.</summary>
    public long BreakDropped { get; init; }

    /// <summary>Packets duplicated on purpose.</summary>
    public long Duplicated { get; init; }

    /// <summary>Packets corrupted on purpose.</summary>
    public long Corrupted { get; init; }

    /// <summary>Packets dropped by a full queue or by CoDel.</summary>
    public long QueueDropped { get; init; }

    /// <summary>Packets dropped because the memory of the link was full. This loss was not requested: show it with every result.</summary>
    public long Overflowed { get; init; }

    /// <summary>Packets that the receiving kernel refused, because corruption made the header invalid.</summary>
    public long Refused { get; init; }

    /// <summary>Packets with another destination than the other end, such as the kernel's own multicast. They are dropped and not
    /// counted in <see cref="Packets"/>.</summary>
    public long Misaddressed { get; init; }

    /// <summary>Packets that the kernel's device dropped before the link read them. Not requested, like <see cref="Overflowed"/>.</summary>
    public long DroppedByDevice { get; init; }

    /// <summary>Sum of the delays beyond the requested ones, nanoseconds. Divide by <see cref="Delivered"/> for the mean.</summary>
    public long TotalLatenessNanoseconds { get; init; }

    /// <summary>Largest delay of a packet beyond the requested one, nanoseconds.</summary>
    public long MaxLatenessNanoseconds { get; init; }

    /// <summary>Packets queued or in transit now.</summary>
    public long Pending { get; init; }

    /// <summary>Bytes queued for the rate limit now.</summary>
    public long QueuedBytes { get; init; }
}
