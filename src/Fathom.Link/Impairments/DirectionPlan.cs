namespace Fathom.Link.Impairments;

/// <summary>Impairments of one direction of a link, validated and immutable. Times are nanoseconds.</summary>
public sealed record DirectionPlan
{
    /// <summary>A direction without impairments.</summary>
    public static DirectionPlan Perfect { get; } = new();

    /// <summary>Delay of a packet, 0 or more.</summary>
    public long Delay { get; init; }

    /// <summary>Variation of the delay, 0 or more, as <see cref="JitterKind"/> defines it.</summary>
    public long Jitter { get; init; }

    /// <summary>Distribution of the variation.</summary>
    public JitterKind JitterKind { get; init; }

    /// <summary>Whether a packet with a shorter delay may overtake an earlier one. If not, it waits.</summary>
    public bool Reorders { get; init; }

    /// <summary>The loss model.</summary>
    public LossModel Loss { get; init; } = LossModel.None;

    /// <summary>Probability of duplication, 0 to 1.</summary>
    public double Duplicate { get; init; }

    /// <summary>Probability that one bit is inverted, 0 to 1.</summary>
    public double Corrupt { get; init; }

    /// <summary>The largest IP packet that passes, bytes, or null for any. Larger ones are dropped, and no ICMP says so.</summary>
    public int? PathMtu { get; init; }

    /// <summary>Rate in bits per second of IP packets, or null for no limit.</summary>
    public long? Rate { get; init; }

    /// <summary>A recorded trace instead of a rate, or null.</summary>
    public DeliveryTrace? Trace { get; init; }

    /// <summary>The queue in front of the rate or trace; unused without either.</summary>
    public QueueLimit Queue { get; init; } = QueueLimit.Default;

    /// <summary>What becomes of each TCP connection after a number of bytes in this direction, or null.</summary>
    public ConnectionBreak? Break { get; init; }
}

/// <summary>Capacity of the queue in front of the rate limit. A full queue drops arriving packets.</summary>
/// <param name="Bytes">Maximum bytes, or null for no limit.</param>
/// <param name="Packets">Maximum packets, or null for no limit.</param>
/// <param name="CoDel">Whether CoDel (RFC 8289) drops from the head of the queue.</param>
public sealed record QueueLimit(long? Bytes, int? Packets = null, bool CoDel = false)
{
    /// <summary>1,000 packets, the default of tc-netem and of Linux interfaces.</summary>
    public static QueueLimit Default { get; } = new(null, 1000);
}
