using System.Net.Sockets;
using Fathom.Transport.Connections.Loops;

namespace Fathom.Transport.Connections;

/// <summary>Asks a proxy for a tunnel to a server (CONNECT, RFC 9110 section 9.3.6) on a connected socket. Reads no byte beyond the proxy's
/// answer: what follows is the server's. Owned by the connector; calls back once, on the loop, and owns the socket until then.</summary>
/// <param name="loop">The loop.</param>
/// <param name="socket">A socket that is connected to the proxy.</param>
/// <param name="server">The server, and its proxy.</param>
/// <param name="connected">Called with the socket where the tunnel is there.</param>
/// <param name="failed">Called with the reason where there is none; the socket is closed.</param>
internal sealed class ProxyTunnel(
    EventLoop loop, Socket socket, ServerEndpoint server, Action<Socket> connected, Action<string> failed) : ISocketEvents, IFailureSink,
    ILoopWork, IDisposable
{
    private readonly Lock _lock = new();
    private readonly byte[] _question = server.TunnelRequest();
    private readonly ProxyAnswer _answer = new(server.ProxyName);
    private readonly byte[] _next = new byte[1];
    private SocketRegistration? _registration;
    private int _sent;
    private bool _isOver;

    public void Start() => loop.Post(this);

    /// <summary>Ends without a callback, and closes the socket.</summary>
    public void Dispose()
    {
        if (End())
        {
            socket.Dispose();
        }
    }

    void ILoopWork.Run()
    {
        lock (_lock)
        {
            _registration = _isOver ? null : loop.Register(socket, this, read: true, write: true);
        }
    }

    void IFailureSink.OnFailed(Exception error) => Complete(error.Message);

    void ISocketEvents.OnReady(bool readable, bool writable)
    {
        if (writable && _sent < _question.Length)
        {
            Send();
        }

        while (readable && !_isOver && ReceiveByte())
        {
            if (_answer.IsComplete)
            {
                Complete(_answer.Refusal());
            }
        }
    }

    private void Send()
    {
        _sent += Math.Max(0, socket.Send(_question.AsSpan(_sent), SocketFlags.None, out var error));
        if (error is not (SocketError.Success or SocketError.WouldBlock))
        {
            Complete($"the proxy {server.ProxyName} closed the connection ({error})");
        }
        else if (_sent == _question.Length)
        {
            _registration!.WatchWrite(false);
        }
    }

    private bool ReceiveByte()
    {
        if (socket.Receive(_next, SocketFlags.None, out var error) == 1)
        {
            _answer.Add(_next[0]);
            return true;
        }

        if (error != SocketError.WouldBlock)
        {
            Complete($"the proxy {server.ProxyName} closed the connection without an answer"
                + (error == SocketError.Success ? "" : $" ({error})"));
        }

        return false;
    }

    private void Complete(string? failure)
    {
        if (!End())
        {
            return;
        }

        if (failure is null)
        {
            connected(socket);
            return;
        }

        socket.Dispose();
        failed(failure);
    }

    private bool End()
    {
        lock (_lock)
        {
            var first = !_isOver;
            _isOver = true;
            _registration?.Dispose();
            return first;
        }
    }
}
