namespace Fathom.Machines.Kernel;

/// <summary>What the kernel has dropped of what came to sockets, because a queue was full.</summary>
public static class SocketDrops
{
    /// <summary>Connections, for which the queue of a listener had no room (<c>ListenOverflows</c> of /proc/PID/net/netstat), of all
    /// listeners of the networks of processes; those of one that is not to be read are left out.</summary>
    /// <param name="processes">The processes.</param>
    public static double ConnectionsBeside(IEnumerable<int> processes) => processes.DistinctBy(ProcessSockets.NetworkOf).Sum(OverflowsOf);

    /// <summary>Datagrams, for which the receive buffer of a UDP socket had no room (the column <c>drops</c> of /proc/PID/net/udp), of the
    /// sockets that processes have; those of one that is not to be read are left out.</summary>
    /// <param name="processes">The processes.</param>
    public static double DatagramsOf(IEnumerable<int> processes) => processes.GroupBy(ProcessSockets.NetworkOf).Sum(n =>
    {
        var own = n.Select(ProcessSockets.InodesOf).OfType<IReadOnlySet<uint>>().SelectMany(i => i).ToHashSet();
        return TcpTable.DroppedDatagramsOf(n.First()).Where(s => own.Contains(s.Inode)).Sum(s => s.Dropped);
    });

    private static double OverflowsOf(int process)
    {
        // A line of names, then one of numbers, of each protocol.
        var lines = ProcFiles.Read($"/proc/{process}/net/netstat")?.Split('\n')
            .Where(l => l.StartsWith("TcpExt:", StringComparison.Ordinal)).Select(l => l.Split(' ')).ToList();
        return lines is [var names, var numbers] && Array.IndexOf(names, "ListenOverflows") is >= 0 and var index && index < numbers.Length
            ? ProcFiles.Number(numbers[index]) ?? 0 : 0;
    }
}
