using System.Net.Sockets;
using System.Text;
using Fathom.Transport.Connections.Loops;

namespace Fathom.Transport.Connections;

/// <summary>Asks a proxy for a tunnel to a server (CONNECT, RFC 9110 section 9.3.6) on a connected socket. Reads no byte beyond the proxy's
/// answer: what follows is the server's. Owned by the connector; calls back once, on the loop.</summary>
internal sealed class ProxyTunnel : ISocketEvents, IFailureSink, ILoopWork, IDisposable
{
    private readonly EventLoop _loop;
    private readonly Socket _socket;
    private readonly string _proxy;
    private readonly Action<Socket, string?> _completed;
    private readonly byte[] _question;
    private readonly ProxyAnswer _answer;
    private readonly byte[] _next = new byte[1];
    private SocketRegistration? _registration;
    private int _sent;
    private bool _isOver;

    /// <summary>Prepares the tunnel.</summary>
    /// <param name="loop">The loop.</param>
    /// <param name="socket">A socket that is connected to the proxy.</param>
    /// <param name="server">The server, and its proxy.</param>
    /// <param name="completed">Called with the socket and the failure; null where the tunnel is there.</param>
    public ProxyTunnel(EventLoop loop, Socket socket, ServerEndpoint server, Action<Socket, string?> completed)
    {
        (_loop, _socket, _completed) = (loop, socket, completed);
        _proxy = server.Proxy!.GetLeftPart(UriPartial.Authority).Replace($"{server.Proxy.UserInfo}@", "", StringComparison.Ordinal);
        _answer = new ProxyAnswer(_proxy);
        var isIpv6 = server.Host.Contains(':', StringComparison.Ordinal);
        var target = $"{(isIpv6 ? $"[{server.Host.Trim('[', ']')}]" : server.Host)}:{server.Port}";
        var credentials = server.Proxy.UserInfo.Length == 0 ? "" : "Proxy-Authorization: Basic "
            + Convert.ToBase64String(Encoding.UTF8.GetBytes(Uri.UnescapeDataString(server.Proxy.UserInfo))) + "\r\n";
        _question = Encoding.ASCII.GetBytes($"CONNECT {target} HTTP/1.1\r\nHost: {target}\r\n{credentials}\r\n");
    }

    /// <summary>Starts on the loop.</summary>
    public void Start() => _loop.Post(this);

    /// <summary>Ends without a callback; the socket is the caller's.</summary>
    public void Dispose()
    {
        _isOver = true;
        _registration?.Dispose();
    }

    void ILoopWork.Run()
    {
        if (!_isOver)
        {
            _registration = _loop.Register(_socket, this, read: true, write: true);
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
        _sent += Math.Max(0, _socket.Send(_question.AsSpan(_sent), SocketFlags.None, out var error));
        if (error is not (SocketError.Success or SocketError.WouldBlock))
        {
            Complete($"the proxy {_proxy} closed the connection ({error})");
        }
        else if (_sent == _question.Length)
        {
            _registration!.WatchWrite(false);
        }
    }

    private bool ReceiveByte()
    {
        var count = _socket.Receive(_next, SocketFlags.None, out var error);
        if (error == SocketError.WouldBlock)
        {
            return false;
        }

        if (count == 0)
        {
            Complete($"the proxy {_proxy} closed the connection without an answer{(error == SocketError.Success ? "" : $" ({error})")}");
            return false;
        }

        _answer.Add(_next[0]);
        return true;
    }

    private void Complete(string? failure)
    {
        if (!_isOver)
        {
            Dispose();
            _completed(_socket, failure);
        }
    }
}
