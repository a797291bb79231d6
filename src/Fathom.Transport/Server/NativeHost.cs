using System.Collections.Concurrent;
using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using Fathom.Transport.Compression;
using Fathom.Transport.Connections.Loops;
using Fathom.Transport.Server.Native;

namespace Fathom.Transport.Server;

/// <summary>
/// Serves gRPC over Fathom's own HTTP/2, without a web server: h2c by prior knowledge, or TLS with ALPN. Its event loops take connections
/// and requests, and need no thread of the pool unless handlers are to run there. Owned by whoever started it; disposing it ends its calls
/// and frees the port.
/// </summary>
public sealed class NativeHost : IAsyncDisposable
{
    private readonly ConcurrentDictionary<ServerConnection, bool> _connections = new();
    private readonly Func<SslServerAuthenticationOptions>? _tls;
    private readonly Listener _listener;
    private readonly TaskCompletionSource _drained = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private volatile bool _stopping;

    private NativeHost(GrpcDispatcher dispatcher, NativeHostOptions options)
    {
        (Dispatcher, Options, _tls) = (dispatcher, options, options.Tls?.ToSslOptions());
        ReceiveQuota = new ReceiveQuota(options.EffectiveMaxBufferedBytes);
        _listener = new Listener(EventLoops.Next(), new IPEndPoint(options.Bind, options.Port), Accept);
        Address = new Uri($"{(_tls is null ? "http" : "https")}://{_listener.EndPoint}");
    }

    /// <summary>What it was started with.</summary>
    public NativeHostOptions Options { get; }

    /// <summary>Where it listens, for example <c>http://127.0.0.1:5000</c>.</summary>
    public Uri Address { get; }

    /// <summary>Connections open.</summary>
    public int ConnectionCount => _connections.Count;

    /// <summary>What all calls sent and received so far.</summary>
    public WireTotals Wire => Dispatcher.Wire;

    /// <summary>What adaptive compression does with each method's responses at present; empty where nothing is compressed
    /// adaptively.</summary>
    public IReadOnlyList<MethodCompressionReport> CompressionReports => Dispatcher.CompressionReports;

    internal GrpcDispatcher Dispatcher { get; }

    internal ReceiveQuota ReceiveQuota { get; }

    /// <summary>
    /// Starts to listen. Throws <see cref="IOException"/> when the port is taken, <see cref="ArgumentException"/> when two services have
    /// the same name or TLS has no certificate, and <see cref="ArgumentOutOfRangeException"/> for a setting outside its range.
    /// </summary>
    public static NativeHost Start(IEnumerable<ServiceDefinition> services, NativeHostOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        options.Http2.Validate();
        var loop = EventLoops.Next();
        var server = options.Server with { TimeProvider = LoopTimeProvider.For(options.Server.TimeProvider, loop) };
        return new NativeHost(new GrpcDispatcher(services, server), options);
    }

    /// <summary>
    /// Ends gracefully: takes no more connections and no more calls, and lets those under way go on for <paramref name="grace"/> before it
    /// ends them.
    /// </summary>
    public async Task StopAsync(TimeSpan grace)
    {
        using var limit = new CancellationTokenSource(grace, Options.Server.TimeProvider);
        await StopAsync(limit.Token);
    }

    /// <summary>
    /// Ends gracefully: takes no more connections and no more calls, and lets those under way go on until
    /// <paramref name="cancellationToken"/> is cancelled. Then it ends them.
    /// </summary>
    public async Task StopAsync(CancellationToken cancellationToken)
    {
        _stopping = true;
        _listener.Dispose();
        foreach (var connection in _connections.Keys)
        {
            connection.ShutDown();
        }

        if (!_connections.IsEmpty)
        {
            await _drained.Task.WaitAsync(cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        foreach (var connection in _connections.Keys)
        {
            connection.Dispose();
        }
    }

    /// <summary>Ends at once.</summary>
    public async ValueTask DisposeAsync() => await StopAsync(TimeSpan.Zero);

    internal void OnConnectionClosed(ServerConnection connection)
    {
        _connections.TryRemove(connection, out _);
        if (_stopping && _connections.IsEmpty)
        {
            _drained.TrySetResult();
        }
    }

    private void Accept(Socket socket)
    {
        if (_stopping || _connections.Count >= Options.MaxConnections)
        {
            socket.Dispose();
            return;
        }

        var connection = new ServerConnection(this, EventLoops.Next(), socket);
        _connections.TryAdd(connection, true);
        connection.Start(_tls);
        if (_stopping)
        {
            connection.Dispose();
        }
    }
}
