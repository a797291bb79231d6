namespace Fathom.Link.Plans;

/// <summary>One direction of a link as the user wrote it; null where nothing was said.</summary>
public sealed record DirectionSpec
{
    /// <summary>A duration.</summary>
    public string? Delay { get; init; }

    /// <summary>A duration.</summary>
    public string? Jitter { get; init; }

    /// <summary><c>none</c>, <c>uniform</c>, <c>normal</c> or <c>pareto</c>; <c>uniform</c> where only a jitter is named.</summary>
    public string? JitterKind { get; init; }

    /// <summary><c>on</c> or <c>off</c>: whether jitter may reorder packets.</summary>
    public string? Reorder { get; init; }

    /// <summary>A share, or <c>ge:TO_BAD,TO_GOOD[,LOSS_IN_BAD[,LOSS_IN_GOOD]]</c>, each a share.</summary>
    public string? Loss { get; init; }

    /// <summary>A share.</summary>
    public string? Duplicate { get; init; }

    /// <summary>A share.</summary>
    public string? Corrupt { get; init; }

    /// <summary>A rate.</summary>
    public string? Rate { get; init; }

    /// <summary>The path of a file in mahimahi's format.</summary>
    public string? Trace { get; init; }

    /// <summary>A size (<c>256k</c>), a number of packets (<c>1000p</c>), <c>codel</c>, or <c>codel,SIZE</c>.</summary>
    public string? Queue { get; init; }

    /// <summary>What this one says, and where it says nothing what <paramref name="below"/> says.</summary>
    public DirectionSpec Over(DirectionSpec below) => new()
    {
        Delay = Delay ?? below.Delay,
        Jitter = Jitter ?? below.Jitter,
        JitterKind = JitterKind ?? below.JitterKind,
        Reorder = Reorder ?? below.Reorder,
        Loss = Loss ?? below.Loss,
        Duplicate = Duplicate ?? below.Duplicate,
        Corrupt = Corrupt ?? below.Corrupt,
        // A rate said over a trace replaces it, and the other way about.
        Rate = Rate ?? (Trace is null ? below.Rate : null),
        Trace = Trace ?? (Rate is null ? below.Trace : null),
        Queue = Queue ?? below.Queue,
    };
}
