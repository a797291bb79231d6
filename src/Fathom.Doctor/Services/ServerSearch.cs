using System.Net;
using Fathom.Doctor.Probes.Linux;
using Fathom.Doctor.Services.Watching;
using Fathom.Machines.Kernel;

namespace Fathom.Doctor.Services;

/// <summary>
/// Finds the processes that serve a service's calls, where they run on this machine: those that accept its connections or, where these are
/// a proxy, those to which it passes calls on. What passes calls on receives the answers on connections that it opened itself. A server
/// answers a call to a method that does not exist by itself, but may ask another whether to: only what is known for a proxy is followed.
/// </summary>
/// <param name="isProxy">Whether a proxy that speaks HTTP/2 stands before the service.</param>
/// <param name="callAsync">Makes a few calls: to a method that does not exist, or of the service.</param>
/// <param name="least">Bytes at least, of all answers to these.</param>
internal sealed class ServerSearch(bool isProxy, Func<bool, Task> callAsync, int least)
{
    private const int MostHops = 4;
    private const int MostRounds = 8;
    private const int RoundsOfUnknown = 3;
    private static readonly TimeSpan BetweenLooks = TimeSpan.FromMilliseconds(1);

    // What forwards ports on their way to a container or another machine, and keeps no TCP connection by which it is known.
    private static readonly string[] Forwarders =
        ["docker-proxy", "rootlessport", "rootlesskit", "slirp4netns", "pasta", "passt", "conmon", "kubectl", "ssh", "sshd", "socat"];

    // One that relays bytes shows the SETTINGS of the server behind it: it is known by its name alone.
    private static readonly string[] Proxies = ["haproxy", "nginx", "envoy", "traefik", "caddy", "linkerd2-proxy"];

    /// <summary>Why they are not found although something on this machine accepts the connections, as a clause; null where nothing
    /// does.</summary>
    public string? WhyNot { get; private set; }

    /// <summary>Their own address, past a proxy that passes calls on to one; null where there is none, or there are several.</summary>
    public Uri? Direct { get; private set; }

    /// <summary>Finds them.</summary>
    /// <param name="address">The service's.</param>
    /// <param name="cancellation">Ends it.</param>
    /// <returns>Null where they are not on this machine, not to be read, behind a Unix domain socket or behind what is known to forward
    /// ports.</returns>
    public async Task<ServerProcess?> FindAsync(Uri address, CancellationToken cancellation)
    {
        if (!OperatingSystem.IsLinux() || !address.IsLoopback || address.Host.Length == 0)
        {
            return null;
        }

        var addresses = await Dns.GetHostAddressesAsync(address.DnsSafeHost, cancellation);
        var accepting = addresses.Select(a => Listeners.Of(a, address.Port)).FirstOrDefault(p => p.Count > 0) ?? [];
        List<int> relays = [];
        List<IPEndPoint> ends = [];
        for (var hop = 0; hop <= MostHops && accepting.Count > 0 && !accepting.Any(p => Forwarders.Contains(NameOf(p))); hop++)
        {
            var processes = ProcessTree.Of(accepting);
            // A proxy may refuse a method that it does not know itself.
            var speaksHttp2 = isProxy && hop == 0;
            var isRelay = speaksHttp2 || accepting.Any(p => Proxies.Contains(NameOf(p)));
            var used = await UsedAsync(processes, !speaksHttp2);
            bool PassesOn() => isRelay ? used.Count > 0 : used.Sum(r => (double)r.Bytes) >= least;
            // What a server receives for itself now and then comes beside some of the calls; what passes calls on receives each answer.
            for (var again = 1; again < (isRelay ? MostRounds : RoundsOfUnknown) && PassesOn() != isRelay; again++)
            {
                used = await UsedAsync(processes, !speaksHttp2);
            }

            if (!PassesOn())
            {
                return isRelay ? null : new ServerProcess(accepting, relays)
                {
                    Servers = ends.Count < 2 ? []
                        : [.. ends.Select(e => new ProxiedServer(e.Port, ProcessTree.Of(Listeners.Of(e.Address, e.Port))))],
                };
            }

            WhyNot = "the process that accepts its connections passes calls on to another";
            relays.AddRange(processes);
            ends = [.. used.Select(u => u.Connection).Where(IsHere).Select(c => c.Remote).Distinct()];
            accepting = isRelay ? [.. ends.SelectMany(e => Listeners.Of(e.Address, e.Port)).Distinct().Except(relays)] : [];
            Direct = ends is [var only] ? new Uri($"http://{only}") : null;
        }

        return null;
    }

    // Connections of their own on which something came while calls were made, or that were opened then: nginx without keepalive opens one
    // for each call, and ends it.
    private async Task<IReadOnlyList<(TcpConnection Connection, ulong Bytes)>> UsedAsync(IReadOnlyList<int> processes, bool isNoOp)
    {
        var sockets = new SocketWatch(processes);
        var before = OpenedConnections.Among(sockets.Look().Tcp);
        var known = before.Select(c => c.Inode).ToHashSet();
        var now = new Dictionary<uint, TcpConnection>();
        var calling = callAsync(isNoOp);
        for (var isOver = false; !isOver;)
        {
            isOver = calling.IsCompleted;
            OpenedConnections.Among(sockets.Look().Tcp).ToList().ForEach(c => now[c.Inode] = c);
            await Task.WhenAny(calling, Task.Delay(BetweenLooks));
        }

        await calling;
        var received = OpenedConnections.ReceivedSince(before, [.. now.Values]);
        return [.. received, .. now.Values.Where(c => !known.Contains(c.Inode)).Select(c => (c, 0UL))];
    }

    // Of another machine nothing is read.
    private static bool IsHere(TcpConnection opened) =>
        IPAddress.IsLoopback(opened.Remote.Address) || opened.Remote.Address.Equals(opened.Local.Address);

    private static string? NameOf(int process) => ProcFiles.Read($"/proc/{process}/comm")?.Trim();
}
