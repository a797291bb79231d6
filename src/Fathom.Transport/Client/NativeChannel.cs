using System.Net.Sockets;
using Fathom.Transport.Calls;
using Fathom.Transport.Client.Native;
using Fathom.Transport.Compression;
using Fathom.Transport.Connections;
using Fathom.Transport.Connections.Loops;
using Fathom.Transport.Connections.Strands;
using Fathom.Transport.Logging;
using Fathom.Wire.Grpc;
using Fathom.Wire.Http2;

namespace Fathom.Transport.Client;

/// <summary>
/// A channel over Fathom's own HTTP/2. Responses, deadlines and cancellations are handled on an event-loop thread, so calls complete even
/// when every thread of the pool is blocked. It connects on the first call, reconnects with backoff, and opens another connection when the
/// server's limit of concurrent streams is reached. A call that the server has not processed is sent a second time (gRPC proposal A6).
/// </summary>
public sealed class NativeChannel : Channel
{
    private readonly List<ClientConnection> _connections = [];
    private readonly LinkedList<ClientStream> _waiting = new();
    private readonly ConnectionBackoff _backoff;
    private readonly int _assumedMaxStreams;
    private Http2Options _http2;
    private ITimer? _backoffTimer;
    private Status? _failure;
    private long _opened;
    private bool _disposed;
    private volatile Socket? _latest;

    /// <summary>Creates a channel, which connects on the first call.</summary>
    /// <exception cref="ArgumentException">The address is not <c>http</c>, <c>https</c> or <c>unix</c>; the authority is not <c>host</c> or
    /// <c>host:port</c>; or the proxy is not <c>http</c>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">A window is outside its range.</exception>
    public NativeChannel(ChannelOptions options)
        : base(options)
    {
        NativeOptions = NativeChannelOptions.From(options);
        Loop = NativeOptions.Loop ?? EventLoops.Next();
        Strand = new Strand(OnFailed);
        Time = LoopTimeProvider.For(options.TimeProvider, Loop);
        Server = NativeOptions.Endpoint();
        RequestHeaders = new RequestHeaders(NativeOptions, Compressor.Accepted.Header);
        _backoff = new ConnectionBackoff(NativeOptions.InitialReconnectBackoff, NativeOptions.MaxReconnectBackoff);
        _assumedMaxStreams = NativeOptions.AssumedMaxStreams;
        _http2 = Http2Options.Default with
        {
            AssumedMaxConcurrentStreams = _assumedMaxStreams,
            InitialStreamWindow = options.InitialStreamWindow ?? Http2Options.Default.InitialStreamWindow,
            ConnectionWindow = NativeOptions.ConnectionWindow,
        };
        _http2.Validate();
    }

    /// <inheritdoc/>
    public override long ConnectionsOpened => Interlocked.Read(ref _opened);

    /// <inheritdoc/>
    protected override LinkRate? LinkRate => Compression.LinkRate.Measure(_latest);

    internal NativeChannelOptions NativeOptions { get; }

    internal ServerEndpoint Server { get; }

    internal EventLoop Loop { get; }

    internal Strand Strand { get; }

    internal TimeProvider Time { get; }

    internal RequestHeaders RequestHeaders { get; }

    internal bool InlineContinuations => NativeOptions.InlineContinuations;

    /// <inheritdoc/>
    public override Call<TRequest, TResponse> Start<TRequest, TResponse>(Method<TRequest, TResponse> method, CallOptions options = default)
    {
        ArgumentNullException.ThrowIfNull(method);
        return new NativeCall<TRequest, TResponse>(this, method, options).Start();
    }

    /// <inheritdoc/>
    public override Task<TResponse> UnaryAsync<TRequest, TResponse>(
        Method<TRequest, TResponse> method, TRequest request, CallOptions options = default)
    {
        RequireUnary(method);
        return new UnaryCall<TRequest, TResponse>(this, method, options).InvokeAsync(request);
    }

    /// <summary>Makes a unary call and blocks the calling thread until it ends; needs no thread of the thread pool. Throws
    /// <see cref="InvalidOperationException"/> on an event-loop thread, which would wait for itself.</summary>
    public override TResponse Unary<TRequest, TResponse>(
        Method<TRequest, TResponse> method, TRequest request, CallOptions options = default)
    {
        RequireUnary(method);
        return EventLoop.IsLoopThread
            ? throw new InvalidOperationException(
                $"A blocking call to {method} from a continuation that runs on the event loop would wait for itself: await it, or leave "
                    + $"{nameof(NativeChannelOptions.InlineContinuations)} off.")
            : new UnaryCall<TRequest, TResponse>(this, method, options).Invoke(request);
    }

    internal static Status DisposedStatus(Uri address) => new(StatusCode.Cancelled, $"The channel to {address} has been disposed.");

    internal void CountConnection(Socket socket)
    {
        Interlocked.Increment(ref _opened);
        _latest = socket;
    }

    /// <summary>Logs an exception that ended a connection, or that a callback of the user threw.</summary>
    internal void OnFailed(Exception error)
    {
        if (Options.Logger is { } logger)
        {
            ChannelLog.ServingFailed(logger, Options.Address, error);
        }
    }

    /// <summary>Inside: sends a call or queues it for a connection.</summary>
    internal void Submit(ClientStream call)
    {
        if (call.Result is null && _waiting.Count == 0 && !_disposed && FindConnection(call) is { } connection)
        {
            call.Open(connection);
        }
        else
        {
            Queue(call);
        }
    }

    /// <summary>Inside: queues a call for a connection.</summary>
    internal void Queue(ClientStream call)
    {
        if (call.Result is not null)
        {
            return;
        }

        if (_disposed)
        {
            call.End(DisposedStatus(Options.Address));
        }
        else if (_failure is { } failure && !call.Options.WaitForReady)
        {
            call.End(failure);
        }
        else
        {
            call.Wait(_waiting);
            ConnectIfNeeded();
        }
    }

    /// <summary>Inside: the server's SETTINGS were received.</summary>
    internal void OnSettingsReceived(ClientConnection connection, in Http2Settings settings)
    {
        // The next connection is assumed to allow as many streams: further calls would be refused, and are retried only once.
        _http2 = _http2 with { AssumedMaxConcurrentStreams = (int)Math.Min(settings.MaxConcurrentStreams, (uint)_assumedMaxStreams) };
        _failure = null;
        OnStreamAvailable(connection);
    }

    /// <summary>Inside: the server has answered the first call of a connection.</summary>
    internal void OnAnswered() => _backoff.Reset();

    /// <summary>Inside: the connection may be able to open streams for queued calls.</summary>
    internal void OnStreamAvailable(ClientConnection connection)
    {
        if (_waiting.Count == 0)
        {
            return;
        }

        for (var node = _waiting.First; node is not null && connection.Engine.CanOpenStream;)
        {
            var call = node.Value;
            node = node.Next;
            if (connection.CanOpen(call))
            {
                call.Open(connection);
            }
        }

        ConnectIfNeeded();
    }

    /// <summary>Inside: no more calls can be opened on a connection. When none was answered on it, the next attempt has to wait: a server
    /// that accepts connections and ends them would otherwise get thousands a second.</summary>
    internal void OnConnectionRetired(ClientConnection connection)
    {
        if (connection.HasAnswered || _disposed)
        {
            return;
        }

        var delay = connection.HasReceivedSettings ? _backoff.NextDelayAfterUnanswered(connection.Age) : _backoff.NextDelay();
        if (delay > TimeSpan.Zero)
        {
            ScheduleReconnect(connection.Failure, delay);
        }
    }

    /// <summary>Inside: a connection has closed.</summary>
    internal void OnConnectionClosed(ClientConnection connection)
    {
        _connections.Remove(connection);
        ConnectIfNeeded();
    }

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
        ClientConnection[] connections;
        using (Strand.Enter())
        {
            _disposed = true;
            _backoffTimer?.Dispose();
            while (_waiting.First is { } first)
            {
                first.Value.End(DisposedStatus(Options.Address));
            }

            connections = [.. _connections];
            foreach (var connection in connections)
            {
                connection.Abort();
            }
        }

        foreach (var connection in connections)
        {
            connection.Close();
        }
    }

    private ClientConnection? FindConnection(ClientStream call)
    {
        foreach (var connection in _connections)
        {
            if (connection.CanOpen(call))
            {
                return connection;
            }
        }

        return null;
    }

    private void ConnectIfNeeded()
    {
        if (_waiting.Count == 0 || _failure is not null || _disposed)
        {
            return;
        }

        // The number of streams that a connection allows is known once its SETTINGS are received. Where it is none, it is for a short time
        // (RFC 9113 section 6.5.2), and on other connections likewise.
        var usable = _connections.Count(c => c.IsUsable);
        if (usable >= NativeOptions.MaxConnections
            || _connections.Exists(c => c.IsUsable && (!c.HasReceivedSettings || c.AllowsNoStream)))
        {
            return;
        }

        var connection = new ClientConnection(this, _http2);
        _connections.Add(connection);
        Strand.Defer(connection);
    }

    private void ScheduleReconnect(Status failure, TimeSpan delay)
    {
        _failure = failure;
        for (var node = _waiting.First; node is not null;)
        {
            var call = node.Value;
            node = node.Next;
            if (!call.Options.WaitForReady)
            {
                call.End(failure);
            }
        }

        _backoffTimer?.Dispose();
        _backoffTimer = Time.CreateTimer(static state => ((NativeChannel)state!).Reconnect(), this, delay,
            Timeout.InfiniteTimeSpan);
    }

    private void Reconnect()
    {
        using (Strand.Enter())
        {
            _failure = null;
            ConnectIfNeeded();
        }
    }
}
