using Fathom.Link.Plans;

namespace Fathom.Link.Linux;

/// <summary>TCP settings of the calling thread's namespace.</summary>
internal static class TcpSettings
{
    // 256 MiB. 1 Gbit/s over a round trip of 1 s is 125 MB, and the window is at most half of the buffer.
    private const string MaxBuffer = "268435456";

    // 16 MiB. The kernel's default of 128 KiB would limit slow start for the first round trips.
    private const string InitialReceiveBuffer = "16777216";
    private const string Folder = "/proc/sys/net/ipv4/";

    /// <summary>Sets buffers that do not limit, no metrics of earlier connections, and an explicit congestion control.</summary>
    /// <returns>The congestion control in force.</returns>
    /// <exception cref="LinkPlanException">The kernel does not allow the requested congestion control to a namespace.</exception>
    public static string Apply(string? congestion)
    {
        foreach (var buffer in new[] { "tcp_rmem", "tcp_wmem" })
        {
            var least = Read(buffer).Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries);
            var first = buffer == "tcp_rmem" ? InitialReceiveBuffer : least[1];
            File.WriteAllText(Folder + buffer, $"{least[0]} {first} {MaxBuffer}");
        }

        // Otherwise a connection starts with the ssthresh of an earlier one, and replicates differ.
        File.WriteAllText(Folder + "tcp_no_metrics_save", "1");
        UseCongestionControl(congestion);
        return Read("tcp_congestion_control");
    }

    private static void UseCongestionControl(string? requested)
    {
        if (requested is null)
        {
            // Every kernel has reno and allows it to namespaces.
            if (!TryUse("cubic"))
            {
                File.WriteAllText(Folder + "tcp_congestion_control", "reno");
            }
        }
        else if (!TryUse(requested))
        {
            throw new LinkPlanException([
                new("--congestion", requested, "is not accepted; accepted: "
                    + $"{Read("tcp_allowed_congestion_control").Replace(" ", ", ", StringComparison.Ordinal)} "
                + $"(of {Read("tcp_available_congestion_control").Replace(" ", ", ", StringComparison.Ordinal)}; 'sudo sysctl "
                + $"net.ipv4.tcp_allowed_congestion_control=...' opens more to namespaces)")]);
        }
    }

    private static bool TryUse(string name)
    {
        try
        {
            File.WriteAllText(Folder + "tcp_congestion_control", name);
            return true;
        }
        catch (Exception e) when (e is UnauthorizedAccessException or IOException)
        {
            // Not permitted to a namespace, or not in this kernel.
            return false;
        }
    }

    private static string Read(string name) => File.ReadAllText(Folder + name).Trim();
}
