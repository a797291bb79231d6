using System.Net;
using System.Net.Sockets;
using Fathom.Link.Packets;
using Fathom.Link.Plans;
using Fathom.Link.Relay;

namespace Fathom.Link.Linux;

/// <summary>
/// Carries ports into and out of a link. The process itself stays in the network of its user, its two namespace threads live at the ends,
/// and a socket belongs to where it was opened: so each connection is two sockets of this one process, and no other process or socket file
/// is needed.
/// </summary>
internal sealed class PortCarrier : IAsyncDisposable
{
    private const int Backlog = 512;

    private readonly LinkPlan _plan;
    private readonly LinkEndpoint _near;
    private readonly PortListener? _outside;
    private readonly PortListener? _farSide;

    /// <exception cref="LinkPlanException">A port cannot be opened.</exception>
    public PortCarrier(LinkPlan plan, LinkEndpoint near, LinkEndpoint far)
    {
        (_plan, _near) = (plan, near);
        Socket? outside = null;
        if (plan.Listen is { } port)
        {
            outside = LoopbackPort.Listen(port);
            ListenPort = ((IPEndPoint)outside.LocalEndPoint!).Port;
        }

        FarPort = plan.To?.Port ?? ListenPort;
        _farSide = plan.To is null ? null : new PortListener(far.Space.Run(ListenAtFarEnd), CarryOutAsync);
        _outside = outside is null ? null : new PortListener(outside, CarryInAsync);
    }

    /// <summary>The port on loopback outside, or null.</summary>
    public int? ListenPort { get; }

    /// <summary>The port at the far end that carried connections go to, or null where nothing is carried.</summary>
    public int? FarPort { get; }

    public CarryCounters Counters { get; } = new();

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

    private Task CarryInAsync(Socket accepted, CancellationToken cancellation)
    {
        var far = new IPEndPoint(_plan.Family == AddressFamily.InterNetworkV6 ? LinkAddresses.Far6 : LinkAddresses.Far4, FarPort!.Value);
        return CarryAsync(accepted, () => _near.Space.Run(() => new Socket(_plan.Family, SocketType.Stream, ProtocolType.Tcp)),
            (socket, token) => socket.ConnectAsync(far, token), far.ToString(), cancellation);
    }

    private Task CarryOutAsync(Socket accepted, CancellationToken cancellation)
    {
        var to = _plan.To!;
        return CarryAsync(accepted, () => new Socket(SocketType.Stream, ProtocolType.Tcp),
            (socket, token) => socket.ConnectAsync(to.Host, to.Port, token), to.ToString(), cancellation);
    }

    private async Task CarryAsync(
        Socket accepted, Func<Socket> open, Func<Socket, CancellationToken, ValueTask> connect, string where,
            CancellationToken cancellation)
    {
        if (await PortConnector.TryConnectAsync(accepted, open, connect, where, Counters, cancellation) is { } target)
        {
            await StreamPump.RunAsync(accepted, target, cancellation);
        }
    }
}
