namespace Fathom.Link.Impairments;

/// <summary>What one direction of a link does to packets: validated and frozen. Times are nanoseconds.</summary>
public sealed record DirectionPlan
{
    /// <summary>A direction that does nothing.</summary>
    public static DirectionPlan Perfect { get; } = new();

    /// <summary>The time on the way, 0 or more.</summary>
    public long Delay { get; init; }

    /// <summary>How far the delay varies, 0 or more; what it means, <see cref="JitterKind"/> says.</summary>
    public long Jitter { get; init; }

    /// <summary>How the delay varies.</summary>
    public JitterKind JitterKind { get; init; }

    /// <summary>Whether a packet with less delay may overtake one with more. Without it, the later one waits.</summary>
    public bool Reorders { get; init; }

    /// <summary>What is lost.</summary>
    public LossModel Loss { get; init; } = LossModel.None;

    /// <summary>The share of packets that arrive twice, 0 to 1.</summary>
    public double Duplicate { get; init; }

    /// <summary>The share of packets that arrive with one bit inverted, 0 to 1.</summary>
    public double Corrupt { get; init; }

    /// <summary>Bits per second of IP packets, or null for no limit.</summary>
    public long? Rate { get; init; }

    /// <summary>A recorded line in place of a rate, or null.</summary>
    public DeliveryTrace? Trace { get; init; }

    /// <summary>The queue before the rate or trace; without either it is never used.</summary>
    public QueueLimit Queue { get; init; } = QueueLimit.Default;
}
