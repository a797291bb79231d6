using System.Net;
using System.Net.Sockets;

namespace Fathom.FunctionalTests.Mediator.Requests;

/// <summary>A TCP relay to a port of this machine. Once it is closed off it keeps its connections open and neither reads nor passes on, as
/// a peer that lost its power or its network.</summary>
internal sealed class BlackHole : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _ending = new();
    private readonly List<TcpClient> _ends = [];
    private readonly int _target;
    private readonly Task _accepting;
    private volatile bool _closed;

    public BlackHole(int target)
    {
        _target = target;
        _listener.Start();
        _accepting = AcceptAsync();
    }

    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    public void Close() => _closed = true;

    public async ValueTask DisposeAsync()
    {
        await _ending.CancelAsync();
        _listener.Stop();
        await _accepting;
        _ends.ForEach(end => end.Dispose());
        _ending.Dispose();
    }

    private async Task AcceptAsync()
    {
        List<Task> passing = [];
        try
        {
            while (true)
            {
                var from = await _listener.AcceptTcpClientAsync(_ending.Token);
                var to = new TcpClient();
                _ends.AddRange([from, to]);
                await to.ConnectAsync(IPAddress.Loopback, _target, _ending.Token);
                passing.Add(PassAsync(from, to));
                passing.Add(PassAsync(to, from));
            }
        }
        catch (OperationCanceledException)
        {
            await Task.WhenAll(passing);
        }
    }

    private async Task PassAsync(TcpClient from, TcpClient to)
    {
        var buffer = new byte[16 * 1024];
        try
        {
            int read;
            while ((read = await from.GetStream().ReadAsync(buffer, _ending.Token)) > 0)
            {
                if (_closed)
                {
                    await Task.Delay(Timeout.Infinite, _ending.Token);
                }

                await to.GetStream().WriteAsync(buffer.AsMemory(0, read), _ending.Token);
            }

            to.Client.Shutdown(SocketShutdown.Send);
        }
        catch (Exception e) when (e is OperationCanceledException or IOException or SocketException or InvalidOperationException)
        {
            // The test is over, or an end closed its connection, which then has no stream.
        }
    }
}
