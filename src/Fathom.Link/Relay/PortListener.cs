using System.Net.Sockets;

namespace Fathom.Link.Relay;

/// <summary>
/// Accepts connections and hands each to a carrier, all at once. It owns the listening socket; the carrier owns what it is handed.
/// Disposing it ends the connections too, and waits for them.
/// </summary>
internal sealed class PortListener : IAsyncDisposable
{
    private static readonly TimeSpan RetryAfter = TimeSpan.FromMilliseconds(10);

    private readonly Socket _listening;
    private readonly Func<Socket, CancellationToken, Task> _carry;
    private readonly CancellationTokenSource _stop = new();
    private readonly HashSet<Task> _open = [];
    private readonly Task _accepting;

    /// <param name="listening">A socket that listens.</param>
    /// <param name="carry">Carries a connection to its end; its faults are its own business.</param>
    public PortListener(Socket listening, Func<Socket, CancellationToken, Task> carry)
    {
        (_listening, _carry) = (listening, carry);
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
                // The caller gave up before it was accepted (ECONNABORTED), or descriptors ran out: some will be closed, and the caller
                // waits.
                await Task.Delay(RetryAfter, CancellationToken.None);
                continue;
            }

            var carrying = _carry(accepted, _stop.Token);
            lock (_open)
            {
                _open.Add(carrying);
            }

            _ = carrying.ContinueWith(Forget, TaskScheduler.Default);
        }
    }

    private void Forget(Task carried)
    {
        lock (_open)
        {
            _open.Remove(carried);
        }
    }
}
