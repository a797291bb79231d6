using System.Net.Sockets;
using Fathom.Link.Impairments;
using Fathom.Link.Units;

namespace Fathom.Link.Plans;

/// <summary>A link as the user wants it. <see cref="LinkPlan.Create"/> validates all of it at once.</summary>
public sealed record LinkSpec
{
    /// <summary>A published link to start from, or null.</summary>
    public LinkPreset? Preset { get; init; }

    /// <summary>Both directions. Overrides the preset.</summary>
    public DirectionSpec Both { get; init; } = new();

    /// <summary>From the near end to the far end. Overrides <see cref="Both"/>.</summary>
    public DirectionSpec Up { get; init; } = new();

    /// <summary>From the far end to the near end. Overrides <see cref="Both"/>.</summary>
    public DirectionSpec Down { get; init; } = new();

    /// <summary>How the link is made.</summary>
    public LinkMode Mode { get; init; }

    /// <summary>Largest IP packet in bytes, 576 to 65535. Default 1500.</summary>
    public int? Mtu { get; init; }

    /// <summary>IP version of forwarded ports and of the addresses in the environment: IPv4 (the default) or IPv6.</summary>
    public AddressFamily Family { get; init; } = AddressFamily.InterNetwork;

    /// <summary>Congestion control, by the kernel's name (<c>cubic</c>, <c>reno</c>, <c>bbr</c>). Default: cubic if the kernel allows it,
    /// else reno.</summary>
    public string? Congestion { get; init; }

    /// <summary>Loopback port that is forwarded into the link at the near end, 0 to 65535; 0 lets the system choose.</summary>
    public int? Listen { get; init; }

    /// <summary>Where connections to that port at the far end are forwarded to.</summary>
    public Destination? To { get; init; }

    /// <summary>What a program at the near end reaches through the link under that very name or IPv4 address.</summary>
    public IReadOnlyList<Destination> Reach { get; init; } = [];

    /// <summary>Whether the program keeps its ordinary network for everything else.</summary>
    public bool KeepNetwork { get; init; }

    /// <summary>The path of a pcapng file to write, or null.</summary>
    public string? Capture { get; init; }

    /// <summary>Seed: the same gives the same losses and jitter. Default 1.</summary>
    public long Seed { get; init; } = 1;

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

/// <summary>One direction of a link as the user wants it. Null means unset.</summary>
public sealed record DirectionSpec
{
    /// <summary>Delay of a packet, 0 to 1 hour.</summary>
    public TimeSpan? Delay { get; init; }

    /// <summary>Variation of the delay, 0 to 1 hour, as <see cref="JitterKind"/> defines it.</summary>
    public TimeSpan? Jitter { get; init; }

    /// <summary>Distribution of the variation. Default uniform if a jitter is set.</summary>
    public JitterKind? JitterKind { get; init; }

    /// <summary>Whether jitter may reorder packets. Default false.</summary>
    public bool? Reorder { get; init; }

    /// <summary>Which packets are lost.</summary>
    public LossModel? Loss { get; init; }

    /// <summary>Probability that a packet is duplicated, 0 to 1.</summary>
    public double? Duplicate { get; init; }

    /// <summary>Probability that one bit of a packet is inverted, 0 to 1.</summary>
    public double? Corrupt { get; init; }

    /// <summary>Bytes, 576 to 65535: larger IP packets are dropped without a word, as in a PMTU black hole (RFC 2923, section
    /// 2.1).</summary>
    public int? PathMtu { get; init; }

    /// <summary>Rate of IP packets.</summary>
    public BitRate? Rate { get; init; }

    /// <summary>The path of a file in mahimahi's format.</summary>
    public string? Trace { get; init; }

    /// <summary>Capacity of the queue before the rate or the trace. Default 1,000 packets.</summary>
    public QueueLimit? Queue { get; init; }

    /// <summary>How each TCP connection breaks when bytes of its stream have passed in this direction;
    /// <see cref="ConnectionBreak.None"/> replaces an inherited one.</summary>
    public ConnectionBreak? Break { get; init; }

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
