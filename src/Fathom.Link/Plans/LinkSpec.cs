namespace Fathom.Link.Plans;

/// <summary>A link as the user wrote it: text, nothing checked. <see cref="LinkPlan.Create"/> checks it all at once.</summary>
public sealed record LinkSpec
{
    /// <summary>The name of a <see cref="LinkPreset"/>, or null.</summary>
    public string? Preset { get; init; }

    /// <summary>Both directions; goes over the preset.</summary>
    public DirectionSpec Both { get; init; } = new();

    /// <summary>From the near end to the far end; goes over <see cref="Both"/>.</summary>
    public DirectionSpec Up { get; init; } = new();

    /// <summary>From the far end to the near end; goes over <see cref="Both"/>.</summary>
    public DirectionSpec Down { get; init; } = new();

    /// <summary><c>packets</c> (the default) or <c>relay</c>.</summary>
    public string? Mode { get; init; }

    /// <summary>The largest IP packet, bytes; 1500 where nothing is said.</summary>
    public string? Mtu { get; init; }

    /// <summary><c>4</c> (the default) or <c>6</c>: the IP version that carried ports use and that the ends' addresses are told
    /// in.</summary>
    public string? IpVersion { get; init; }

    /// <summary>The kernel's name of a congestion control (<c>cubic</c>, <c>reno</c>, <c>bbr</c>); where nothing is said cubic if the
    /// kernel allows it, else reno.</summary>
    public string? Congestion { get; init; }

    /// <summary>A port, opened on loopback outside and carried in at the near end; 0 lets the system choose.</summary>
    public string? Listen { get; init; }

    /// <summary><c>HOST:PORT</c>: what arrives at the far end, on this port, is carried out to there.</summary>
    public string? To { get; init; }

    /// <summary>The path of a pcapng file to write, or null.</summary>
    public string? Capture { get; init; }

    /// <summary>A whole number; the same seed gives the same losses and jitter. 1 where nothing is said.</summary>
    public string? Seed { get; init; }

    /// <summary>The path of the TUN device's node; <c>/dev/net/tun</c> where nothing is said.</summary>
    public string? TunNode { get; init; }
}
