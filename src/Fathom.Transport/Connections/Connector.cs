using System.Net;
using System.Net.Sockets;
using Fathom.Transport.Connections.Loops;

namespace Fathom.Transport.Connections;

/// <summary>Connects to a host, trying its addresses in order. Names are resolved on a separate thread, because the system's resolver
/// blocks; everything else runs on the caller's or the loop's thread. Owned by the connection; calls back once with the result.</summary>
internal sealed class Connector(EventLoop loop, string host, int port, Action<Socket> connected, Action<string> failed) : ISocketEvents,
    ILoopWork, IFailureSink, IDisposable
{
    // gRPC doc/connection-backoff.md: MIN_CONNECT_TIMEOUT.
    private const int TimeoutMilliseconds = 20_000;

    private readonly Lock _lock = new();
    private IPAddress[] _addresses = [];
    private int _next;
    private Socket? _socket;
    private SocketRegistration? _registration;
    private LoopTimer? _timer;
    private string _failure = "no address";
    private bool _completed;

    /// <summary>Starts to connect. On loopback it has usually finished when this returns.</summary>
    public void Start()
    {
        _timer = new LoopTimer(loop, static state => ((Connector)state!).OnTimeout(), this);
        _timer.Start(TimeoutMilliseconds);
        if (IPAddress.TryParse(host.Trim('[', ']'), out var address))
        {
            _addresses = [address];
            TryNext();
            return;
        }

        try
        {
            new Thread(Resolve) { IsBackground = true, Name = "fathom resolver" }.Start();
        }
        catch (Exception e) when (e is OutOfMemoryException or ThreadStartException)
        {
            // On Linux a thread of .NET needs descriptors to start.
            Fail($"'{host}' cannot be resolved: no thread can be started; the process may have no memory or no file descriptors left "
                + $"({e.Message})");
        }
    }

    /// <summary>Cancels the attempt without a callback.</summary>
    public void Dispose() => Complete()?.Dispose();

    void ILoopWork.Run() => TryNext();

    /// <summary>On the loop: an exception ends the attempt, not the loop.</summary>
    void IFailureSink.OnFailed(Exception error) => Fail(error.Message);

    void ISocketEvents.OnReady(bool readable, bool writable)
    {
        lock (_lock)
        {
            if (_completed || _socket is null)
            {
                return;
            }

            var error = NonBlockingConnect.GetResult(_socket);
            if (error != SocketError.Success)
            {
                RecordFailure(error);
                CloseSocket();
                loop.Post(this);
                return;
            }
        }

        Succeed();
    }

    private void Resolve()
    {
        try
        {
            _addresses = Dns.GetHostAddresses(host);
            loop.Post(this);
        }
        catch (SocketException e)
        {
            Fail($"'{host}' cannot be resolved: {e.Message} ({e.SocketErrorCode})");
        }
        catch (Exception e)
        {
            // For example, a name that is too long, or no descriptor to load the resolver with. Uncaught, it would end the process.
            Fail($"'{host}' cannot be resolved: {e.Message}");
        }
    }

    private void TryNext()
    {
        var error = SocketError.WouldBlock;
        lock (_lock)
        {
            while (!_completed && _next < _addresses.Length)
            {
                error = StartConnect(_addresses[_next++]);
                if (error is SocketError.Success or SocketError.WouldBlock)
                {
                    break;
                }

                RecordFailure(error);
                CloseSocket();
            }

            if (_completed || (_socket is not null && error == SocketError.WouldBlock))
            {
                return;
            }
        }

        if (_socket is null)
        {
            Fail(_failure);
        }
        else
        {
            Succeed();
        }
    }

    private SocketError StartConnect(IPAddress address)
    {
        try
        {
            _socket = new Socket(address.AddressFamily, SocketType.Stream, ProtocolType.Tcp) { Blocking = false, NoDelay = true };
            var error = NonBlockingConnect.Start(_socket, new IPEndPoint(address, port));
            if (error == SocketError.WouldBlock)
            {
                _registration = loop.Register(_socket, this, read: false, write: true);
            }

            return error;
        }
        catch (SocketException e)
        {
            // For example, no descriptor is left (EMFILE).
            return e.SocketErrorCode;
        }
        catch (IOException)
        {
            // The poller has no room.
            return SocketError.NoBufferSpaceAvailable;
        }
    }

    private void RecordFailure(SocketError error) => _failure = $"{new SocketException((int)error).Message} ({error})";

    private void CloseSocket()
    {
        _registration?.Dispose();
        _socket?.Dispose();
        (_registration, _socket) = (null, null);
    }

    private void OnTimeout() => Fail($"no connection within {TimeoutMilliseconds / 1000} s (TimedOut)");

    private void Succeed()
    {
        if (Complete() is { } socket)
        {
            connected(socket);
        }
    }

    private void Fail(string reason)
    {
        bool first;
        lock (_lock)
        {
            first = !_completed;
        }

        Complete()?.Dispose();
        if (first)
        {
            failed(reason);
        }
    }

    /// <summary>Completes the attempt once and returns the socket.</summary>
    private Socket? Complete()
    {
        lock (_lock)
        {
            var socket = _completed ? null : _socket;
            _completed = true;
            _registration?.Dispose();
            _timer?.Dispose();
            (_registration, _socket) = (null, null);
            return socket;
        }
    }
}
