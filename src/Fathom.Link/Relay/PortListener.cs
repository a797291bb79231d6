using System.Net.Sockets;
using System.Net;
using Fathom.Link.Plans;

namespace Fathom.Link.Relay;

/// <summary>
/// Accepts connections and forwards each concurrently. Owns the listening socket; the callback owns the accepted one. Disposing it ends the
/// connections and waits for them.
/// </summary>
internal sealed class PortListener : IAsyncDisposable
{
    private static readonly TimeSpan RetryAfter = TimeSpan.FromMilliseconds(10);

    private readonly Socket _listening;
    private readonly Func<Socket, CancellationToken, Task> _forward;
    private readonly CancellationTokenSource _stop = new();
    private readonly HashSet<Task> _open = [];
    private readonly Task _accepting;

    /// <param name="listening">A listening socket.</param>
    /// <param name="forward">Forwards a connection until it ends; handles its own errors.</param>
    public PortListener(Socket listening, Func<Socket, CancellationToken, Task> forward)
    {
        (_listening, _forward) = (listening, forward);
        _accepting = AcceptAsync();
    }

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        _listening.Dispose();
        await _accepting;
        Task[] open;
        lock (_open)
        {
            open = [.. _open];
        }

        await Task.WhenAll(open);
        _stop.Dispose();
    }

    private async Task AcceptAsync()
    {
        while (!_stop.IsCancellationRequested)
        {
            Socket accepted;
            try
            {
                accepted = await _listening.AcceptAsync(_stop.Token);
            }
            catch (Exception e) when (e is OperationCanceledException or SocketException && _stop.IsCancellationRequested)
            {
                return;
            }
            catch (SocketException)
            {
                // The client aborted before it was accepted (ECONNABORTED), or descriptors ran out: retry until some are closed.
                await Task.Delay(RetryAfter, CancellationToken.None);
                continue;
            }

            var forwarding = _forward(accepted, _stop.Token);
            lock (_open)
            {
                _open.Add(forwarding);
            }

            _ = forwarding.ContinueWith(Forget, TaskScheduler.Default);
        }
    }

    private void Forget(Task forwarded)
    {
        lock (_open)
        {
            _open.Remove(forwarded);
        }
    }
}

/// <summary>Opens a port on loopback.</summary>
internal static class LoopbackPort
{
    private const int Backlog = 512;

    /// <exception cref="LinkPlanException">The port is in use, or not permitted to this user.</exception>
    public static Socket Listen(int port)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            socket.Bind(new IPEndPoint(IPAddress.Loopback, port));
            socket.Listen(Backlog);
            return socket;
        }
        catch (SocketException e)
        {
            socket.Dispose();
            var reason = e.SocketErrorCode switch
            {
                SocketError.AddressAlreadyInUse => "another process uses it",
                SocketError.AccessDenied => "this user may not open it",
                _ => e.Message,
            };
            throw new LinkPlanException(
                [new("--listen", $"{port}", $"is not accepted, {reason}; accepted: a port from 1024 to 65535 that is free, or 0 to let the "
                    + "system choose")]);
        }
    }
}
