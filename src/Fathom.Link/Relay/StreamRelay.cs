using System.Net;
using System.Net.Sockets;
using Fathom.Link.Impairments;
using Fathom.Link.Plans;

namespace Fathom.Link.Relay;

/// <summary>
/// Relay for machines without namespaces (<see cref="LinkMode.Relay"/>). Accepts on loopback and relays each connection with the delay,
/// jitter and rate of the plan. The rate applies to each connection separately. Owns the port until it is disposed.
/// </summary>
internal sealed class StreamRelay : IAsyncDisposable
{
    private readonly LinkPlan _plan;
    private readonly TimeProvider _time;
    private readonly PortListener _listener;
    private long _connections;

    /// <exception cref="LinkPlanException">The port cannot be opened.</exception>
    public StreamRelay(LinkPlan plan, TimeProvider time)
    {
        (_plan, _time) = (plan, time);
        var socket = LoopbackPort.Listen(plan.Listen!.Value);
        Port = ((IPEndPoint)socket.LocalEndPoint!).Port;
        _listener = new PortListener(socket, ForwardAsync);
    }

    /// <summary>The loopback port.</summary>
    public int Port { get; }

    public ForwardingCounters Counters { get; } = new();

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

        accepted.NoDelay = target.NoDelay = true;
        var number = Interlocked.Increment(ref _connections);
        using var failure = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        try
        {
            await Task.WhenAll(
                Pump(_plan.Up, $"up {number}").RunAsync(accepted, target, failure),
                Pump(_plan.Down, $"down {number}").RunAsync(target, accepted, failure));
        }
        catch (Exception e) when (e is SocketException or OperationCanceledException)
        {
            // One side aborted, or the relay ends: reset both.
            StreamPump.Abort(accepted);
            StreamPump.Abort(target);
        }
        finally
        {
            accepted.Dispose();
            target.Dispose();
        }
    }

    private DelayedPump Pump(DirectionPlan direction, string name) => new(new StreamSchedule(direction, _plan.Seed, name), _time);
}
