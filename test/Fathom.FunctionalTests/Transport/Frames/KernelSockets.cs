using System.Globalization;

namespace Fathom.FunctionalTests.Transport.Frames;

/// <summary>What Linux says of the TCP sockets of this machine (man 5 proc_net_tcp).</summary>
internal static class KernelSockets
{
    private const int Local = 1;
    private const int State = 3;
    private const int Queues = 4;
    private const int Timer = 5;

    /// <summary>Sockets with this port of their own that have sent all they will, where the peer's kernel has not taken all of
    /// it.</summary>
    public static int FinWait1(int port) => At(port).Count(fields => fields[State] == "04");

    /// <summary>Whether a keepalive timer runs on an established connection of this port.</summary>
    public static bool KeepsAlive(int port) =>
        At(port).Any(fields => fields[State] == "01" && fields[Timer].StartsWith("02:", StringComparison.Ordinal));

    /// <summary>Whether all that sockets of this port have sent has been acknowledged.</summary>
    public static bool AllAcknowledged(int port) =>
        At(port).All(fields => fields[State] != "01" || fields[Queues].StartsWith("00000000:", StringComparison.Ordinal));

    private static IEnumerable<string[]> At(int port)
    {
        var end = $":{port.ToString("X4", CultureInfo.InvariantCulture)}";
        return File.ReadLines("/proc/net/tcp").Select(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries))
            .Where(fields => fields[Local].EndsWith(end, StringComparison.Ordinal));
    }
}
