using System.Net;
using System.Net.Sockets;
using Fathom.Link.Plans;

namespace Fathom.Link.Relay;

/// <summary>
/// Relay for machines without namespaces (<see cref="LinkMode.Relay"/>). Accepts on loopback and relays each connection with the delay,
/// jitter and rate of the plan. The rate applies to each connection separately. Owns the port until it is disposed.
/// </summary>
internal sealed class StreamRelay : IAsyncDisposable
{
    private readonly LinkPlan _plan;
    private readonly DueTimer _timer;
    private readonly PortListener _listener;
    private long _connections;
    private long _brokenUp;
    private long _brokenDown;

    /// <exception cref="LinkPlanException">The port cannot be opened.</exception>
    public StreamRelay(LinkPlan plan, DueTimer timer)
    {
        (_plan, _timer) = (plan, timer);
        var socket = LoopbackPort.Listen(plan.Listen!.Value);
        Port = ((IPEndPoint)socket.LocalEndPoint!).Port;
        _listener = new PortListener(socket, ForwardAsync);
    }

    /// <summary>The loopback port.</summary>
    public int Port { get; }

    public ForwardingCounters Counters { get; } = new();

    /// <summary>Connections that the break of a direction has broken.</summary>
    public (long Up, long Down) Broken => (Interlocked.Read(ref _brokenUp), Interlocked.Read(ref _brokenDown));

    public ValueTask DisposeAsync() => _listener.DisposeAsync();

    private async Task ForwardAsync(Socket accepted, CancellationToken cancellation)
    {
        var target = await PortConnector.TryConnectAsync(
            accepted, () => new Socket(SocketType.Stream, ProtocolType.Tcp), (socket, token) =>
                socket.ConnectAsync(_plan.To!.Host, _plan.To.Port, token),
            _plan.To!.ToString(), Counters, cancellation);
        if (target is null)
        {
            return;
        }

        var number = Interlocked.Increment(ref _connections);
        await new RelayedConnection(_plan.Up, _plan.Down, _plan.Seed, number, _timer).RunAsync(accepted, target, CountBroken, cancellation);
    }

    private void CountBroken(bool isUp) => Interlocked.Increment(ref isUp ? ref _brokenUp : ref _brokenDown);
}
