namespace Fathom.Machines.Prerequisites;

/// <summary>How the prerequisites of a packet-level link are found out.</summary>
internal static class LinkProbes
{
    /// <summary>Ends the remedies: what works where no remedy does.</summary>
    public const string OrRelay = "or use 'fathom link --mode relay', an approximation without packets";

    private const string SystemControls = "/proc/sys/";
    private static readonly string[] NamespacePrograms = ["unshare", "nsenter"];

    /// <summary>How to get the programs that make and enter namespaces.</summary>
    public static string InstallUtilLinux { get; } = Probes.Install("util-linux", "util-linux");

    private static ProbeOutcome NotLinux => ProbeOutcome.Missing(
        "this is not Linux", $"Use Linux (on Windows: WSL 2); {OrRelay}.");

    public static async Task<ProbeOutcome> UtilLinuxAsync(IMachine machine, CancellationToken cancellation)
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
    }

    public static async Task<ProbeOutcome> NamespacesAsync(IMachine machine, CancellationToken cancellation)
    {
        if (!machine.IsLinux)
        {
            return NotLinux;
        }

        if (machine.FindExecutable("unshare") is not { } unshare)
        {
            return ProbeOutcome.Missing("unknown, because unshare is missing", InstallUtilLinux);
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

    public static ProbeOutcome Tun(IMachine machine) => !machine.IsLinux ? NotLinux : machine.TryDevice("/dev/net/tun") switch
    {
        DeviceAccess.Open => ProbeOutcome.Present("/dev/net/tun"),
        DeviceAccess.Absent => ProbeOutcome.Missing("there is no /dev/net/tun"),
        DeviceAccess.Denied => ProbeOutcome.Missing("/dev/net/tun is not open to this user",
            $"Open it with 'sudo chmod 666 /dev/net/tun', as most distributions do; {OrRelay}."),
        _ => ProbeOutcome.Missing("/dev/net/tun has no driver behind it", $"Load the driver with 'sudo modprobe tun'; {OrRelay}."),
    };

    public static ProbeOutcome Cubic(IMachine machine)
    {
        if (!machine.IsLinux)
        {
            return NotLinux;
        }

        var allowed = Words("tcp_allowed_congestion_control");
        return allowed.Contains("cubic") ? ProbeOutcome.Present($"allowed: {string.Join(", ", allowed)}")
            : Words("tcp_available_congestion_control").Contains("cubic")
            ? ProbeOutcome.Missing($"not allowed to namespaces (allowed: {string.Join(", ", allowed)})")
            : ProbeOutcome.Missing("not in this kernel", "Load it with 'sudo modprobe tcp_cubic'.");

        string[] Words(string name) => machine.ReadFile($"{SystemControls}net/ipv4/{name}")?.Split(' ') ?? [];
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
}
