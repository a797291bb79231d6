using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using Fathom.Link.Packets;
using Fathom.Link.Plans;
using Fathom.Link.Relay;

namespace Fathom.Link.Linux;

/// <summary>
/// Forwards ports into and out of a link. The process stays in the network of its user, its two namespace threads are at the ends, and a
/// socket belongs to the namespace that opened it. A forwarded connection is therefore two sockets of this process.
/// </summary>
internal sealed class PortForwarder : IAsyncDisposable
{
    private const int Backlog = 512;
    private const int MaxAttempts = 20;

    private readonly LinkPlan _plan;
    private readonly TunEndpoint _near;
    private readonly PortListener? _outside;
    private readonly PortListener? _farSide;
    private readonly List<PortListener> _reach = [];
    private readonly Dictionary<string, IPAddress> _beside = new(StringComparer.OrdinalIgnoreCase);

    /// <exception cref="LinkPlanException">A port cannot be opened.</exception>
    public PortForwarder(LinkPlan plan, TunEndpoint near, TunEndpoint far)
    {
        (_plan, _near) = (plan, near);
        Socket? outside = null;
        if (plan.Listen is { } port)
        {
            outside = LoopbackPort.Listen(port);
            ListenPort = ((IPEndPoint)outside.LocalEndPoint!).Port;
        }

        FarPort = plan.To?.Port ?? ListenPort;
        _farSide = plan.To is null ? null : new PortListener(far.Space.Run(ListenAtFarEnd), ForwardOutAsync);
        _outside = outside is null ? null : new PortListener(outside, ForwardInAsync);
        foreach (var target in plan.Reach)
        {
            var addresses = Find(target);
            _reach.Add(new PortListener(far.Space.Run(() => ListenFor(target)),
                (accepted, token) => ForwardAsync(accepted, () => new Socket(SocketType.Stream, ProtocolType.Tcp),
                    (socket, end) => socket.ConnectAsync(addresses, target.To.Port, end), target.To.ToString(),
                    token)));
            if (plan.KeepNetwork)
            {
                _reach.Add(new PortListener(ListenBeside(target),
                    (accepted, token) => ForwardInAsync(new IPEndPoint(target.Inside, target.To.Port), accepted, token)));
            }
        }
    }

    /// <summary>The loopback addresses outside that names have for a program that keeps its network.</summary>
    public IReadOnlyDictionary<string, IPAddress> Beside => _beside;

    /// <summary>The loopback port outside, or null.</summary>
    public int? ListenPort { get; }

    /// <summary>The port at the far end that receives forwarded connections, or null.</summary>
    public int? FarPort { get; }

    public ForwardingCounters Counters { get; } = new();

    public async ValueTask DisposeAsync()
    {
        foreach (var listener in new[] { _outside, _farSide }.Concat(_reach))
        {
            if (listener is not null)
            {
                await listener.DisposeAsync();
            }
        }
    }

    private Socket ListenAtFarEnd()
    {
        var socket = new Socket(_plan.Family, SocketType.Stream, ProtocolType.Tcp);
        if (_plan.Family == AddressFamily.InterNetworkV6)
        {
            socket.DualMode = true;
        }

        socket.Bind(new IPEndPoint(_plan.Family == AddressFamily.InterNetworkV6 ? IPAddress.IPv6Any : IPAddress.Any, FarPort!.Value));
        socket.Listen(Backlog);
        return socket;
    }

    // Once, before the programs of the link have an /etc/hosts of their own: this process shares it with them.
    private static IPAddress[] Find(ReachTarget target)
    {
        try
        {
            return Dns.GetHostAddresses(target.To.Host);
        }
        catch (SocketException e)
        {
            throw new LinkPlanException(
                [new("--reach", $"{target.To}", $"is not found, {e.Message}; accepted: a name that this machine finds")]);
        }
    }

    // At the far end, under the address that the program connects to.
    private static Socket ListenFor(ReachTarget target)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            socket.Bind(new IPEndPoint(target.Inside, target.To.Port));
            socket.Listen(Backlog);
            return socket;
        }
        catch (SocketException e)
        {
            socket.Dispose();
            throw new LinkPlanException(
                [new("--reach", $"{target.To}", $"is not accepted, {e.Message}; accepted: a port that --to does not use")]);
        }
    }

    // Outside, on a loopback address of this link's own, so that two links do not want the same.
    private Socket ListenBeside(ReachTarget target)
    {
        for (var attempt = 0; ; attempt++)
        {
            var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            try
            {
                var address = _beside.TryGetValue(target.To.Host, out var known) ? known
                    : AnyLoopback();
                socket.Bind(new IPEndPoint(address, target.To.Port));
                socket.Listen(Backlog);
                _beside[target.To.Host] = address;
                return socket;
            }
            catch (SocketException e)
            {
                socket.Dispose();
                if (e.SocketErrorCode != SocketError.AddressAlreadyInUse || attempt == MaxAttempts)
                {
                    var reason = e.SocketErrorCode == SocketError.AccessDenied ? "this user may not open that port on loopback" : e.Message;
                    throw new LinkPlanException([new("--keep-network", $"{target.To}", $"is not accepted, {reason}; accepted: ports from "
                        + "1024; or leave out --keep-network, and the program has no network but what --reach names")]);
                }
            }
        }
    }

    private static IPAddress AnyLoopback() => new([127, (byte)RandomNumberGenerator.GetInt32(64, 128),
        (byte)RandomNumberGenerator.GetInt32(256), (byte)RandomNumberGenerator.GetInt32(1, 255)]);

    private Task ForwardInAsync(Socket accepted, CancellationToken cancellation) => ForwardInAsync(
        new IPEndPoint(_plan.Family == AddressFamily.InterNetworkV6 ? LinkAddresses.Far6 : LinkAddresses.Far4, FarPort!.Value), accepted,
        cancellation);

    private Task ForwardInAsync(IPEndPoint far, Socket accepted, CancellationToken cancellation) => ForwardAsync(accepted,
        () => _near.Space.Run(() => new Socket(far.AddressFamily, SocketType.Stream, ProtocolType.Tcp)),
        (socket, token) => socket.ConnectAsync(far, token), far.ToString(), cancellation);

    private Task ForwardOutAsync(Socket accepted, CancellationToken cancellation) => ForwardAsync(accepted,
        () => new Socket(SocketType.Stream, ProtocolType.Tcp),
        (socket, token) => socket.ConnectAsync(_plan.To!.Host, _plan.To.Port, token), _plan.To!.ToString(), cancellation);

    private async Task ForwardAsync(
        Socket accepted, Func<Socket> open, Func<Socket, CancellationToken, ValueTask> connect, string where,
            CancellationToken cancellation)
    {
        if (await PortConnector.TryConnectAsync(accepted, open, connect, where, Counters, cancellation) is { } target)
        {
            await StreamPump.RunAsync(accepted, target, cancellation);
        }
    }
}
