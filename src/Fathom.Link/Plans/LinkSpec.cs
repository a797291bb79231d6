namespace Fathom.Link.Plans;

/// <summary>A link as the user wrote it: unvalidated text. <see cref="LinkPlan.Create"/> validates all of it at once.</summary>
public sealed record LinkSpec
{
    /// <summary>The name of a <see cref="LinkPreset"/>, or null.</summary>
    public string? Preset { get; init; }

    /// <summary>Both directions. Overrides the preset.</summary>
    public DirectionSpec Both { get; init; } = new();

    /// <summary>From the near end to the far end. Overrides <see cref="Both"/>.</summary>
    public DirectionSpec Up { get; init; } = new();

    /// <summary>From the far end to the near end. Overrides <see cref="Both"/>.</summary>
    public DirectionSpec Down { get; init; } = new();

    /// <summary><c>packets</c> (the default) or <c>relay</c>.</summary>
    public string? Mode { get; init; }

    /// <summary>Largest IP packet in bytes. Default 1500.</summary>
    public string? Mtu { get; init; }

    /// <summary>IP version of forwarded ports and of the addresses in the environment: <c>4</c> (the default) or <c>6</c>.</summary>
    public string? IpVersion { get; init; }

    /// <summary>Congestion control, by the kernel's name (<c>cubic</c>, <c>reno</c>, <c>bbr</c>). Default: cubic if the kernel allows it,
    /// else reno.</summary>
    public string? Congestion { get; init; }

    /// <summary>Loopback port that is forwarded into the link at the near end; 0 lets the system choose.</summary>
    public string? Listen { get; init; }

    /// <summary><c>HOST:PORT</c> to which connections to that port at the far end are forwarded.</summary>
    public string? To { get; init; }

    /// <summary><c>HOST:PORT</c> that a program at the near end reaches through the link under that very name or address.</summary>
    public IReadOnlyList<string> Reach { get; init; } = [];

    /// <summary>Whether the program keeps its ordinary network for everything else.</summary>
    public bool KeepNetwork { get; init; }

    /// <summary>The path of a pcapng file to write, or null.</summary>
    public string? Capture { get; init; }

    /// <summary>Seed, a whole number. The same seed gives the same losses and jitter. Default 1.</summary>
    public string? Seed { get; init; }

    /// <summary>Path of the TUN device node. Default <c>/dev/net/tun</c>.</summary>
    public string? TunNode { get; init; }

    /// <summary>This spec with other impairments. What the change says of both directions holds for each of them.</summary>
    internal LinkSpec ChangedBy(LinkSpec change) => change.Preset is not null
        ? this with { Preset = change.Preset, Both = change.Both, Up = change.Up, Down = change.Down }
        : this with
        {
            Both = change.Both.Over(Both),
            Up = change.Up.Over(Up.Without(change.Both)),
            Down = change.Down.Over(Down.Without(change.Both)),
        };
}

/// <summary>One direction of a link as the user wrote it. Null means unset.</summary>
public sealed record DirectionSpec
{
    /// <summary>A duration.</summary>
    public string? Delay { get; init; }

    /// <summary>A duration.</summary>
    public string? Jitter { get; init; }

    /// <summary><c>none</c>, <c>uniform</c>, <c>normal</c> or <c>pareto</c>; Default <c>uniform</c> if a jitter is set.</summary>
    public string? JitterKind { get; init; }

    /// <summary><c>on</c> or <c>off</c>: whether jitter may reorder packets. Default off.</summary>
    public string? Reorder { get; init; }

    /// <summary>A percentage, or <c>ge:TO_BAD,TO_GOOD[,LOSS_IN_BAD[,LOSS_IN_GOOD]]</c>, four percentages.</summary>
    public string? Loss { get; init; }

    /// <summary>A percentage of packets.</summary>
    public string? Duplicate { get; init; }

    /// <summary>A percentage of packets.</summary>
    public string? Corrupt { get; init; }

    /// <summary>Bytes: larger IP packets are dropped without a word, as in a PMTU black hole (RFC 2923, section 2.1).</summary>
    public string? PathMtu { get; init; }

    /// <summary>A rate.</summary>
    public string? Rate { get; init; }

    /// <summary>The path of a file in mahimahi's format.</summary>
    public string? Trace { get; init; }

    /// <summary>A size (<c>256k</c>), a number of packets (<c>1000p</c>), <c>codel</c>, or <c>codel,SIZE</c>.</summary>
    public string? Queue { get; init; }

    /// <summary><c>reset:SIZE</c>, <c>half-open:SIZE</c> or <c>hang:SIZE</c>: what becomes of a TCP connection when SIZE bytes of its
    /// stream have passed in this direction (<see cref="Impairments.BreakKind"/>). <c>none</c> replaces an inherited one.</summary>
    public string? Break { get; init; }

    /// <summary>This spec without the values that another sets.</summary>
    internal DirectionSpec Without(DirectionSpec other) => new()
    {
        Delay = other.Delay is null ? Delay : null,
        Jitter = other.Jitter is null ? Jitter : null,
        JitterKind = other.JitterKind is null ? JitterKind : null,
        Reorder = other.Reorder is null ? Reorder : null,
        Loss = other.Loss is null ? Loss : null,
        Duplicate = other.Duplicate is null ? Duplicate : null,
        Corrupt = other.Corrupt is null ? Corrupt : null,
        PathMtu = other.PathMtu is null ? PathMtu : null,
        // A rate replaces a trace, and a trace a rate.
        Rate = other.Rate is null && other.Trace is null ? Rate : null,
        Trace = other.Rate is null && other.Trace is null ? Trace : null,
        Queue = other.Queue is null ? Queue : null,
        Break = other.Break is null ? Break : null,
    };

    /// <summary>This spec, with unset values taken from <paramref name="below"/>.</summary>
    public DirectionSpec Over(DirectionSpec below) => new()
    {
        Delay = Delay ?? below.Delay,
        Jitter = Jitter ?? below.Jitter,
        JitterKind = JitterKind ?? below.JitterKind,
        Reorder = Reorder ?? below.Reorder,
        Loss = Loss ?? below.Loss,
        Duplicate = Duplicate ?? below.Duplicate,
        Corrupt = Corrupt ?? below.Corrupt,
        PathMtu = PathMtu ?? below.PathMtu,
        // A rate replaces an inherited trace, and a trace an inherited rate.
        Rate = Rate ?? (Trace is null ? below.Rate : null),
        Trace = Trace ?? (Rate is null ? below.Trace : null),
        Queue = Queue ?? below.Queue,
        Break = Break ?? below.Break,
    };
}
