using Fathom.Link.Plans;

namespace Fathom.Link.Linux;

/// <summary>The kernel's TCP settings of the calling thread's namespace.</summary>
internal static class TcpSettings
{
    // 1 Gbit/s over a round trip of 1 s is 125 MB; the kernel gives the window half of the buffer or less.
    private const string LargestBuffer = "268435456";

    // What a connection begins with: the kernel's 128 KiB would hold slow start back until it has tuned the buffer, which takes a few round
    // trips.
    private const string FirstReceiveBuffer = "16777216";
    private const string Folder = "/proc/sys/net/ipv4/";

    /// <summary>Buffers that do not bind, no memory of earlier connections, and a congestion control that is known.</summary>
    /// <returns>The congestion control in force.</returns>
    /// <exception cref="LinkPlanException">The kernel does not give a namespace the congestion control that was asked for.</exception>
    public static string Apply(string? congestion)
    {
        foreach (var buffer in new[] { "tcp_rmem", "tcp_wmem" })
        {
            var least = Read(buffer).Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries);
            var first = buffer == "tcp_rmem" ? FirstReceiveBuffer : least[1];
            File.WriteAllText(Folder + buffer, $"{least[0]} {first} {LargestBuffer}");
        }

        // Otherwise a connection starts with the ssthresh of the one before, and replicates are not alike.
        File.WriteAllText(Folder + "tcp_no_metrics_save", "1");
        UseCongestionControl(congestion);
        return Read("tcp_congestion_control");
    }

    private static void UseCongestionControl(string? asked)
    {
        if (asked is null)
        {
            // reno is part of every kernel and open to every namespace.
            if (!TryUse("cubic"))
            {
                File.WriteAllText(Folder + "tcp_congestion_control", "reno");
            }
        }
        else if (!TryUse(asked))
        {
            throw new LinkPlanException([
                $"--congestion: '{asked}' is not accepted; accepted: "
                    + $"{Read("tcp_allowed_congestion_control").Replace(" ", ", ", StringComparison.Ordinal)} "
                + $"(of {Read("tcp_available_congestion_control").Replace(" ", ", ", StringComparison.Ordinal)}; 'sudo sysctl "
                + $"net.ipv4.tcp_allowed_congestion_control=...' opens more to namespaces)"]);
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
            // Not permitted to a namespace, or not in this kernel: the answer is the point of asking.
            return false;
        }
    }

    private static string Read(string name) => File.ReadAllText(Folder + name).Trim();
}
