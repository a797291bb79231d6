using System.Net;
using System.Net.Sockets;
using Fathom.Transport.Connections.Loops;

namespace Fathom.Transport.Connections;

/// <summary>Connects to a server by Happy Eyeballs (RFC 8305), directly or through the tunnel of a proxy: the addresses of its name are
/// tried in turn, the next one 250 ms after the last or as soon as one has failed; the first connection is kept. Names are resolved on a
/// separate thread, because the system's resolver blocks; everything else runs on the caller's or the loop's thread. Owned by the
/// connection, which limits its time; calls back once with the result.</summary>
internal sealed class Connector(EventLoop loop, ServerEndpoint server, Action<Socket> connected, Action<string> failed) : ILoopWork,
    IFailureSink, IDisposable
{
    // RFC 8305 section 5: the recommended Connection Attempt Delay.
    private const int AttemptDelayMilliseconds = 250;

    private readonly Lock _lock = new();
    private readonly List<ConnectAttempt> _attempts = [];
    private readonly List<(EndPoint Target, string Reason)> _failures = [];
    private IReadOnlyList<EndPoint> _targets = [];
    private LoopTimer? _delay;
    private ProxyTunnel? _tunnel;
    private Socket? _tunnelled;
    private int _next;
    private bool _completed;

    /// <summary>Called with each socket before it connects.</summary>
    public Action<Socket>? Prepare { get; init; }

    /// <summary>Called when the name is resolved, on another thread.</summary>
    public Action? Resolved { get; init; }

    // With a proxy it alone is connected, and resolves the name of the server.
    private string Host => server.Proxy?.IdnHost ?? server.Host;

    private int Port => server.Proxy?.Port ?? server.Port;

    private string Named => server.Proxy is null ? $"'{Host}'" : $"the proxy '{Host}'";

    /// <summary>Starts to connect. On loopback it has usually finished when this returns.</summary>
    public void Start()
    {
        if (server.SocketPath is { } path)
        {
            StartUnix(path);
        }
        else if (IPAddress.TryParse(Host.Trim('[', ']'), out var address))
        {
            _targets = [new IPEndPoint(address, Port)];
            TryNext();
        }
        else
        {
            StartResolver();
        }
    }

    /// <summary>Why there is no connection after <paramref name="time"/>.</summary>
    public string TimedOut(TimeSpan time)
    {
        lock (_lock)
        {
            return $"no connection within {time.TotalSeconds:0.###} s (TimedOut){(_failures.Count == 0 ? "" : $"; {Failures}")}";
        }
    }

    /// <summary>Cancels the attempts without a callback.</summary>
    public void Dispose()
    {
        Complete(null);
        Socket? open;
        lock (_lock)
        {
            (open, _tunnelled) = (_tunnelled, null);
        }

        if (open is not null)
        {
            _tunnel!.Dispose();
            open.Dispose();
        }
    }

    void ILoopWork.Run() => TryNext();

    /// <summary>On the loop: an exception ends the attempt, not the loop.</summary>
    void IFailureSink.OnFailed(Exception error) => Fail(error.Message);

    private string Failures => _failures.Select(f => f.Reason).Distinct().ToList() is [var only] ? only
        : string.Join("; ", _failures.Select(f => $"{f.Target}: {f.Reason}"));

    private void StartUnix(string path)
    {
        try
        {
            _targets = [new UnixDomainSocketEndPoint(path)];
        }
        catch (ArgumentOutOfRangeException)
        {
            // sun_path of struct sockaddr_un (man 7 unix).
            Fail($"the path of the socket '{path}' is too long; Linux accepts 107 bytes");
            return;
        }

        if (File.Exists(path))
        {
            TryNext();
        }
        else
        {
            Fail($"there is no socket at '{path}'");
        }
    }

    private void StartResolver()
    {
        try
        {
            new Thread(Resolve) { IsBackground = true, Name = "fathom resolver" }.Start();
        }
        catch (Exception e) when (e is OutOfMemoryException or ThreadStartException)
        {
            // On Linux a thread of .NET needs descriptors to start.
            Fail($"{Named} cannot be resolved: no thread can be started; the process may have no memory or no file descriptors left "
                + $"({e.Message})");
        }
    }

    private void Resolve()
    {
        try
        {
            _targets = [.. AddressOrder.Interleave(server.Resolve(Host)).Select(a => new IPEndPoint(a, Port))];
            Resolved?.Invoke();
            loop.Post(this);
        }
        catch (SocketException e)
        {
            Fail($"{Named} cannot be resolved: {e.Message} ({e.SocketErrorCode})");
        }
        catch (Exception e)
        {
            // For example, a name that is too long, or no descriptor to load the resolver with. Uncaught, it would end the process.
            Fail($"{Named} cannot be resolved: {e.Message}");
        }
    }

    private void TryNext()
    {
        Socket? winner = null;
        lock (_lock)
        {
            while (!_completed && winner is null && _next < _targets.Count)
            {
                if (Begin(_targets[_next++]) is not { } attempt)
                {
                    continue;
                }

                if (attempt.Registration is null)
                {
                    winner = attempt.Socket;
                    break;
                }

                if (_next < _targets.Count)
                {
                    _delay ??= new LoopTimer(loop, static state => ((Connector)state!).TryNext(), this);
                    _delay.Start(AttemptDelayMilliseconds);
                }

                return;
            }

            if (_completed || (winner is null && _attempts.Count > 0))
            {
                return;
            }
        }

        if (winner is null)
        {
            Fail(_failures.Count == 0 ? "no address" : server.Proxy is null ? Failures : $"{Named}: {Failures}");
        }
        else
        {
            Succeed(winner);
        }
    }

    // An attempt without a registration is connected already; null when it has failed.
    private ConnectAttempt? Begin(EndPoint target)
    {
        Socket? socket = null;
        SocketError error;
        try
        {
            var isUnix = target is UnixDomainSocketEndPoint;
            socket = new Socket(target.AddressFamily, SocketType.Stream, isUnix ? ProtocolType.Unspecified : ProtocolType.Tcp)
            {
                Blocking = false,
            };
            if (!isUnix)
            {
                socket.NoDelay = true;
            }

            Prepare?.Invoke(socket);
            error = NonBlockingConnect.Start(socket, target);
            if (error is SocketError.Success or SocketError.WouldBlock)
            {
                var attempt = new ConnectAttempt(target, socket, OnReady, Fail);
                if (error == SocketError.WouldBlock)
                {
                    attempt.Registration = loop.Register(socket, attempt, read: false, write: true);
                    _attempts.Add(attempt);
                }

                return attempt;
            }
        }
        catch (SocketException e)
        {
            // For example, no descriptor is left (EMFILE).
            error = e.SocketErrorCode;
        }
        catch (IOException)
        {
            // The poller has no room.
            error = SocketError.NoBufferSpaceAvailable;
        }

        socket?.Dispose();
        Record(target, error);
        return null;
    }

    private void OnReady(ConnectAttempt attempt)
    {
        lock (_lock)
        {
            if (_completed || !_attempts.Contains(attempt))
            {
                return;
            }

            var error = NonBlockingConnect.GetResult(attempt.Socket);
            if (error != SocketError.Success)
            {
                _attempts.Remove(attempt);
                attempt.Dispose();
                Record(attempt.Target, error);
                loop.Post(this);
                return;
            }
        }

        Succeed(attempt.Socket);
    }

    private void Record(EndPoint target, SocketError error) =>
        _failures.Add((target, $"{new SocketException((int)error).Message} ({error})"));

    private void Succeed(Socket socket)
    {
        if (!Complete(socket))
        {
            return;
        }

        if (server.Proxy is null || server.SocketPath is not null)
        {
            connected(socket);
            return;
        }

        lock (_lock)
        {
            _tunnelled = socket;
            _tunnel = new ProxyTunnel(loop, socket, server, OnTunnel);
        }

        _tunnel.Start();
    }

    private void OnTunnel(Socket socket, string? failure)
    {
        lock (_lock)
        {
            if (_tunnelled is null)
            {
                return;
            }

            _tunnelled = null;
        }

        if (failure is null)
        {
            connected(socket);
        }
        else
        {
            socket.Dispose();
            failed(failure);
        }
    }

    private void Fail(string reason)
    {
        if (Complete(null))
        {
            failed(reason);
        }
    }

    /// <summary>Completes the connector once, and closes every socket but the winner's.</summary>
    /// <returns>False when it was complete already.</returns>
    private bool Complete(Socket? winner)
    {
        lock (_lock)
        {
            var first = !_completed;
            _completed = true;
            _delay?.Dispose();
            foreach (var attempt in _attempts)
            {
                attempt.Registration?.Dispose();
                if (attempt.Socket != winner)
                {
                    attempt.Socket.Dispose();
                }
            }

            _attempts.Clear();
            if (!first)
            {
                winner?.Dispose();
            }

            return first;
        }
    }
}
