using System.Net;
using System.Net.Sockets;

namespace Fathom.FunctionalTests.Subjects.Tree;

/// <summary>A port before an API: passes its connections on and sees its replies. Owned by a test.</summary>
internal sealed class RepliedPort : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly int _target;
    private TaskCompletionSource _replied = new();

    public RepliedPort(string target)
    {
        _target = new Uri(target).Port;
        _listener.Start();
        _ = AcceptAsync();
    }

    public string Address => $"http://127.0.0.1:{((IPEndPoint)_listener.LocalEndpoint).Port}";

    /// <summary>Completes with the next reply of the API.</summary>
    public Task NextReplyAsync()
    {
        var next = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        Volatile.Write(ref _replied, next);
        return next.Task;
    }

    public void Dispose() => _listener.Dispose();

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
            {
                _ = ForwardAsync(await _listener.AcceptTcpClientAsync());
            }
        }
        catch (Exception e) when (e is ObjectDisposedException or SocketException)
        {
            // The test is over.
        }
    }

    // Until one side ends, which ends the other.
    private async Task ForwardAsync(TcpClient near)
    {
        using var far = new TcpClient();
        using (near)
        {
            try
            {
                await far.ConnectAsync(IPAddress.Loopback, _target);
                var (request, reply) = (near.GetStream().CopyToAsync(far.GetStream()), ReplyAsync(far.GetStream(), near.GetStream()));
                await await Task.WhenAny(request, reply);
            }
            catch (Exception e) when (e is IOException or SocketException)
            {
                // Such as an API that was killed.
            }
        }
    }

    private async Task ReplyAsync(NetworkStream from, NetworkStream to)
    {
        var buffer = new byte[16 * 1024];
        while (await from.ReadAsync(buffer) is > 0 and var read)
        {
            await to.WriteAsync(buffer.AsMemory(0, read));
            Volatile.Read(ref _replied).TrySetResult();
        }
    }
}
