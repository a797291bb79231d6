namespace Fathom.Lab.Prerequisites;

/// <summary>Prerequisites of a packet-level link. A link starts where all required ones are present.</summary>
public static class LinkPrerequisites
{
    private const string OrRelay = "or use 'fathom link --mode relay', an approximation without packets";
    private const string SystemControls = "/proc/sys/";
    private static readonly string[] Stopped = ["fathom link", "fathom run lag", "fathom run compression --profile full"];
    private static readonly string[] NamespacePrograms = ["unshare", "nsenter"];

    /// <summary>Programs that make and enter namespaces.</summary>
    public static Prerequisite UtilLinux { get; } = new()
    {
        Id = "util-linux",
        Name = "unshare and nsenter",
        Uses = [PrerequisiteUse.Link],
        Without = "Without them no link can be made.",
        StopsCommands = Stopped,
        Remedy = Probes.Install("util-linux", "util-linux"),
        Probe = async (machine, cancellation) =>
        {
            if (!machine.IsLinux)
            {
                return NotLinux;
            }

            foreach (var program in NamespacePrograms)
            {
                if (await Probes.ProgramAsync(machine, [program], "--version", cancellation) is { IsPresent: false } missing)
                {
                    return missing;
                }
            }

            return await Probes.ProgramAsync(machine, NamespacePrograms[..1], "--version", cancellation);
        },
    };

    /// <summary>User, network, mount and PID namespaces without root.</summary>
    public static Prerequisite Namespaces { get; } = new()
    {
        Id = "namespaces",
        Name = "user and network namespaces",
        Uses = [PrerequisiteUse.Link],
        Without = "Without them no link can be made.",
        StopsCommands = Stopped,
        Remedy = $"In a container, start it with '--security-opt seccomp=unconfined' or '--privileged'; {OrRelay}.",
        Probe = ProbeNamespacesAsync,
    };

    /// <summary>The device node of the TUN driver, open to this user.</summary>
    public static Prerequisite Tun { get; } = new()
    {
        Id = "tun",
        Name = "TUN device",
        Uses = [PrerequisiteUse.Link],
        Without = "Without it no link can be made.",
        StopsCommands = Stopped,
        Remedy = $"Load the driver with 'sudo modprobe tun'; in a container, start it with '--device /dev/net/tun'; {OrRelay}.",
        Probe = (machine, _) => Task.FromResult(!machine.IsLinux ? NotLinux : machine.TryDevice("/dev/net/tun") switch
        {
            DeviceAccess.Open => ProbeOutcome.Present("/dev/net/tun"),
            DeviceAccess.Absent => ProbeOutcome.Missing("there is no /dev/net/tun"),
            DeviceAccess.Denied => ProbeOutcome.Missing("/dev/net/tun is not open to this user",
                $"Open it with 'sudo chmod 666 /dev/net/tun', as most distributions do; {OrRelay}."),
            _ => ProbeOutcome.Missing("/dev/net/tun has no driver behind it", $"Load the driver with 'sudo modprobe tun'; {OrRelay}."),
        }),
    };

    /// <summary>cubic, the kernel's default congestion control, allowed to namespaces.</summary>
    public static Prerequisite Cubic { get; } = new()
    {
        Id = "cubic",
        Name = "congestion control cubic",
        Uses = [PrerequisiteUse.Link],
        Without = "Without it links use reno, unless --congestion names another.",
        Remedy = "Allow it with 'sudo sysctl -w net.ipv4.tcp_allowed_congestion_control=\"reno cubic bbr\"'.",
        Probe = (machine, _) => Task.FromResult(!machine.IsLinux ? NotLinux : ProbeCubic(machine)),
    };

    /// <summary>Those without which no link starts.</summary>
    public static IReadOnlyList<Prerequisite> Required { get; } = [UtilLinux, Namespaces, Tun];

    private static ProbeOutcome NotLinux => ProbeOutcome.Missing(
        "this is not Linux", $"Use Linux (on Windows: WSL 2); {OrRelay}.");

    private static async Task<ProbeOutcome> ProbeNamespacesAsync(IMachine machine, CancellationToken cancellation)
    {
        if (!machine.IsLinux)
        {
            return NotLinux;
        }

        if (machine.FindExecutable("unshare") is not { } unshare)
        {
            return ProbeOutcome.Missing("unknown, because unshare is missing", UtilLinux.Remedy);
        }

        // The same namespaces as those of a link; they end with the command.
        string[] arguments = ["--user", "--map-root-user", "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", "--",
            unshare, "--version"];
        return await machine.RunAsync(unshare, arguments, cancellation) switch
        {
            { ExitCode: 0 } => ProbeOutcome.Present("open to this user"),
            { Error: var error } when error.Contains("mount", StringComparison.Ordinal) => ProbeOutcome.Missing(
                "/proc cannot be mounted in a new namespace",
                $"This container hides parts of /proc; start it with '--security-opt systempaths=unconfined'; {OrRelay}."),
            _ => ClosedBy(machine),
        };
    }

    private static ProbeOutcome ClosedBy(IMachine machine)
    {
        foreach (var (setting, closed, open) in new[]
        {
            ("user.max_user_namespaces", "0", "10000"),
            ("kernel.unprivileged_userns_clone", "0", "1"),
            ("kernel.apparmor_restrict_unprivileged_userns", "1", "0"),
        })
        {
            if (machine.ReadFile(SystemControls + setting.Replace('.', '/')) == closed)
            {
                return ProbeOutcome.Missing($"closed to this user by {setting} = {closed}",
                    $"Open them with 'sudo sysctl -w {setting}={open}'; {OrRelay}.");
            }
        }

        return ProbeOutcome.Missing("closed to this user");
    }

    private static ProbeOutcome ProbeCubic(IMachine machine)
    {
        var allowed = Words("tcp_allowed_congestion_control");
        return allowed.Contains("cubic") ? ProbeOutcome.Present($"allowed: {string.Join(", ", allowed)}")
            : Words("tcp_available_congestion_control").Contains("cubic")
            ? ProbeOutcome.Missing($"not allowed to namespaces (allowed: {string.Join(", ", allowed)})")
            : ProbeOutcome.Missing("not in this kernel", "Load it with 'sudo modprobe tcp_cubic'.");

        string[] Words(string name) => machine.ReadFile($"{SystemControls}net/ipv4/{name}")?.Split(' ') ?? [];
    }
}
