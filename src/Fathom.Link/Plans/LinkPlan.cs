using System.Net.Sockets;
using Fathom.Link.Impairments;

namespace Fathom.Link.Plans;

/// <summary>A link, validated and frozen.</summary>
public sealed class LinkPlan
{
    /// <summary>Minimum MTU for IPv6, 1280 bytes (RFC 8200, section 5). Below it the ends have IPv4 addresses only.</summary>
    public const int MinMtuForIpv6 = 1280;

    internal LinkPlan(LinkSpec spec) => Spec = spec;

    /// <summary>What the user wrote.</summary>
    public LinkSpec Spec { get; }

    /// <summary>From the near end to the far end.</summary>
    public required DirectionPlan Up { get; init; }

    /// <summary>From the far end to the near end.</summary>
    public required DirectionPlan Down { get; init; }

    /// <summary>How the link is made.</summary>
    public required LinkMode Mode { get; init; }

    /// <summary>The largest IP packet, 576 to 65535 bytes.</summary>
    public required int Mtu { get; init; }

    /// <summary>IP version of forwarded ports and of the addresses in the environment.</summary>
    public required AddressFamily Family { get; init; }

    /// <summary>Requested congestion control. Null: cubic if the kernel allows it to a namespace, else reno.</summary>
    public required string? Congestion { get; init; }

    /// <summary>Loopback port that is forwarded to the far end through the near end (0: any free port), or null.</summary>
    public required int? Listen { get; init; }

    /// <summary>Target of connections that reach the far end, or null.</summary>
    public required Destination? To { get; init; }

    /// <summary>What a program at the near end reaches under its own name or address.</summary>
    public required IReadOnlyList<ReachTarget> Reach { get; init; }

    /// <summary>Whether the program stays in the ordinary network, and reaches what is named through relays.</summary>
    public required bool KeepNetwork { get; init; }

    /// <summary>The capture's path, or null.</summary>
    public required string? Capture { get; init; }

    /// <summary>The seed of all randomness.</summary>
    public required long Seed { get; init; }

    /// <summary>The path of the TUN device's node.</summary>
    public required string TunNode { get; init; }

    /// <summary>Validates a spec. Reads its trace files and no other file.</summary>
    /// <exception cref="LinkPlanException">At least one value is invalid; the exception lists all of them.</exception>
    public static LinkPlan Create(LinkSpec spec) => LinkPlanner.Plan(spec);
}
