using System.Net;
using System.Net.Sockets;
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

    private readonly LinkPlan _plan;
    private readonly TunEndpoint _near;
    private readonly PortListener? _outside;
    private readonly PortListener? _farSide;

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
    }

    /// <summary>The loopback port outside, or null.</summary>
    public int? ListenPort { get; }

    /// <summary>The port at the far end that receives forwarded connections, or null.</summary>
    public int? FarPort { get; }

    public ForwardingCounters Counters { get; } = new();

    public async ValueTask DisposeAsync()
    {
        foreach (var listener in new[] { _outside, _farSide })
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

    private Task ForwardInAsync(Socket accepted, CancellationToken cancellation)
    {
        var far = new IPEndPoint(_plan.Family == AddressFamily.InterNetworkV6 ? LinkAddresses.Far6 : LinkAddresses.Far4, FarPort!.Value);
        return ForwardAsync(accepted, () => _near.Space.Run(() => new Socket(_plan.Family, SocketType.Stream, ProtocolType.Tcp)),
            (socket, token) => socket.ConnectAsync(far, token), far.ToString(), cancellation);
    }

    private Task ForwardOutAsync(Socket accepted, CancellationToken cancellation)
    {
        var to = _plan.To!;
        return ForwardAsync(accepted, () => new Socket(SocketType.Stream, ProtocolType.Tcp),
            (socket, token) => socket.ConnectAsync(to.Host, to.Port, token), to.ToString(), cancellation);
    }

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
