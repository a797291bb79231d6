namespace Fathom.Machines.Prerequisites;

/// <summary>Prerequisites of a packet-level link. A link starts where all required ones are present.</summary>
public static class LinkPrerequisites
{
    private static readonly string[] Stopped = ["fathom link", "fathom run lag", "fathom run compression --profile full"];

    /// <summary>Programs that make and enter namespaces.</summary>
    public static Prerequisite UtilLinux { get; } = new()
    {
        Id = "util-linux",
        Name = "unshare and nsenter",
        Uses = [PrerequisiteUse.Link],
        Without = "Without them no link can be made.",
        StopsCommands = Stopped,
        Remedy = LinkProbes.InstallUtilLinux,
        Probe = LinkProbes.UtilLinuxAsync,
    };

    /// <summary>User, network, mount and PID namespaces without root.</summary>
    public static Prerequisite Namespaces { get; } = new()
    {
        Id = "namespaces",
        Name = "user and network namespaces",
        Uses = [PrerequisiteUse.Link],
        Without = "Without them no link can be made.",
        StopsCommands = Stopped,
        Remedy = $"In a container, start it with '--security-opt seccomp=unconfined' or '--privileged'; {LinkProbes.OrRelay}.",
        Probe = LinkProbes.NamespacesAsync,
    };

    /// <summary>The device node of the TUN driver, open to this user.</summary>
    public static Prerequisite Tun { get; } = new()
    {
        Id = "tun",
        Name = "TUN device",
        Uses = [PrerequisiteUse.Link],
        Without = "Without it no link can be made.",
        StopsCommands = Stopped,
        Remedy = $"Load the driver with 'sudo modprobe tun'; in a container, start it with '--device /dev/net/tun'; {LinkProbes.OrRelay}.",
        Probe = (machine, _) => Task.FromResult(LinkProbes.Tun(machine)),
    };

    /// <summary>cubic, the kernel's default congestion control, allowed to namespaces.</summary>
    public static Prerequisite Cubic { get; } = new()
    {
        Id = "cubic",
        Name = "congestion control cubic",
        Uses = [PrerequisiteUse.Link],
        Without = "Without it links use reno, unless --congestion names another.",
        Remedy = "Allow it with 'sudo sysctl -w net.ipv4.tcp_allowed_congestion_control=\"reno cubic bbr\"'.",
        Probe = (machine, _) => Task.FromResult(LinkProbes.Cubic(machine)),
    };

    /// <summary>Those without which no link starts.</summary>
    public static IReadOnlyList<Prerequisite> Required { get; } = [UtilLinux, Namespaces, Tun];
}
