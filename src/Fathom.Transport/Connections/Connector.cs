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
            return $"no connection within {time.TotalSeconds:0.###} s (TimedOut)"
                + (_tunnel is not null ? $"; the proxy {server.ProxyName} accepts connections and does not answer"
                    : _failures.Count > 0 ? $"; {Failures}" : "");
        }
    }

    /// <summary>Cancels the attempts without a callback.</summary>
    public void Dispose()
    {
        lock (_lock)
        {
            Complete();
            _tunnel?.Dispose();
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
        ConnectAttempt? winner = null;
        lock (_lock)
        {
            while (!_completed && winner is null && _next < _targets.Count)
            {
                var attempt = new ConnectAttempt(_targets[_next++], OnReady, Fail);
                _attempts.Add(attempt);
                var error = attempt.Start(loop, Prepare);
                if (error == SocketError.Success)
                {
                    winner = attempt;
                }
                else if (error != SocketError.WouldBlock)
                {
                    Abandon(attempt, error);
                }
                else
                {
                    AwaitNext();
                    return;
                }
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

    private void AwaitNext()
    {
        if (_next < _targets.Count)
        {
            _delay ??= new LoopTimer(loop, static state => ((Connector)state!).TryNext(), this);
            _delay.Start(AttemptDelayMilliseconds);
        }
    }

    private void OnReady(ConnectAttempt attempt)
    {
        lock (_lock)
        {
            if (_completed || !_attempts.Contains(attempt))
            {
                return;
            }

            var error = attempt.GetResult();
            if (error != SocketError.Success)
            {
                Abandon(attempt, error);
                loop.Post(this);
                return;
            }
        }

        Succeed(attempt);
    }

    private void Abandon(ConnectAttempt attempt, SocketError error)
    {
        attempt.Dispose();
        _attempts.Remove(attempt);
        _failures.Add((attempt.Target, $"{new SocketException((int)error).Message} ({error})"));
    }

    private void Succeed(ConnectAttempt winner)
    {
        Socket socket;
        lock (_lock)
        {
            if (_completed)
            {
                return;
            }

            _attempts.Remove(winner);
            socket = winner.Detach();
            Complete();
            if (server is { Proxy: not null, SocketPath: null })
            {
                _tunnel = new ProxyTunnel(loop, socket, server, connected, failed);
            }
        }

        if (_tunnel is null)
        {
            connected(socket);
        }
        else
        {
            _tunnel.Start();
        }
    }

    private void Fail(string reason)
    {
        if (Complete())
        {
            failed(reason);
        }
    }

    /// <summary>Ends the attempts and closes their sockets.</summary>
    /// <returns>False when they had ended already.</returns>
    private bool Complete()
    {
        lock (_lock)
        {
            var first = !_completed;
            _completed = true;
            _delay?.Dispose();
            _attempts.ForEach(attempt => attempt.Dispose());
            _attempts.Clear();
            return first;
        }
    }
}
