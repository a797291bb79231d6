using System.Collections.Concurrent;
using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using Fathom.Transport.Compression;
using Fathom.Transport.Connections.Loops;
using Fathom.Transport.Logging;
using Fathom.Transport.Server.Native;

namespace Fathom.Transport.Server;

/// <summary>
/// A gRPC server on Fathom's own HTTP/2, without a web server: h2c by prior knowledge, or TLS with ALPN. Event loops accept connections and
/// requests; the thread pool is not needed unless handlers run there. Disposing it cancels calls in progress and closes the port.
/// </summary>
public sealed class NativeHost : IAsyncDisposable
{
    private readonly ConcurrentDictionary<ServerConnection, IPAddress> _connections = new();
    private readonly ConnectionAdmission _admission;
    private readonly Func<SslServerAuthenticationOptions>? _tls;
    private readonly Listener _listener;
    private readonly TaskCompletionSource _drained = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private volatile bool _stopping;

    private NativeHost(GrpcDispatcher dispatcher, NativeHostOptions options)
    {
        (Dispatcher, Options, _tls) = (dispatcher, options, options.Tls?.ToSslOptions());
        var loop = options.NextLoop();
        _admission = new ConnectionAdmission(options, loop.Clock);
        ReceiveQuota = new ReceiveQuota(options.EffectiveMaxBufferedBytes);
        MessageQuota = new ReceiveQuota(options.EffectiveMaxHandledBytes);
        _listener = new Listener(loop, new IPEndPoint(options.Bind, options.Port), Accept);
        Address = new Uri($"{(_tls is null ? "http" : "https")}://{_listener.EndPoint}");
    }

    /// <summary>The options of the host.</summary>
    public NativeHostOptions Options { get; }

    /// <summary>The address of the host, for example <c>http://127.0.0.1:5000</c>.</summary>
    public Uri Address { get; }

    /// <summary>Number of open connections.</summary>
    public int ConnectionCount => _connections.Count;

    /// <summary>Messages and bytes sent and received by all calls so far.</summary>
    public WireTotals Wire => Dispatcher.Wire;

    /// <summary>The current state of adaptive compression for the responses of each method; empty when adaptive compression is not
    /// used.</summary>
    public IReadOnlyList<MethodCompressionReport> CompressionReports => Dispatcher.CompressionReports;

    internal GrpcDispatcher Dispatcher { get; }

    internal ReceiveQuota ReceiveQuota { get; }

    internal ReceiveQuota MessageQuota { get; }

    /// <summary>
    /// Starts a host. Throws <see cref="IOException"/> when the port is in use, <see cref="ArgumentException"/> when two services have the
    /// same name or TLS has no certificate, and <see cref="ArgumentOutOfRangeException"/> for an option outside its range.
    /// </summary>
    public static NativeHost Start(IEnumerable<ServiceDefinition> services, NativeHostOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        options.Validate();
        var loop = options.NextLoop();
        var server = options.Server with { TimeProvider = LoopTimeProvider.For(options.Server.TimeProvider, loop) };
        return new NativeHost(new GrpcDispatcher(services, server), options);
    }

    /// <summary>Stops gracefully: accepts no more connections and calls, and gives calls in progress <paramref name="grace"/> to finish
    /// before it cancels them.</summary>
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

    /// <summary>Stops immediately.</summary>
    public async ValueTask DisposeAsync() => await StopAsync(TimeSpan.Zero);

    internal void OnConnectionClosed(ServerConnection connection)
    {
        if (_connections.TryRemove(connection, out var client))
        {
            _admission.Release(client);
        }

        if (_stopping && _connections.IsEmpty)
        {
            _drained.TrySetResult();
        }
    }

    internal void OnFailed(Exception error)
    {
        if (Options.Server.Logger is { } logger)
        {
            ServerLog.CallbackFailed(logger, error);
        }
    }

    private void Accept(Socket socket)
    {
        if (_stopping || ((IPEndPoint?)socket.RemoteEndPoint)?.Address is not { } client || !_admission.TryAdmit(client))
        {
            socket.Dispose();
            return;
        }

        if (!AcceptedSocket.TryConfigure(socket, Options.TcpKeepAliveTime))
        {
            _admission.Release(client);
            socket.Dispose();
            return;
        }

        var key = ConnectionAdmission.KeyOf(client);
        var connection = new ServerConnection(this, Options.NextLoop(), socket, key);
        _connections.TryAdd(connection, client);
        connection.Start(_tls, new HandshakeParty(this, key, Options.MaxHandshakesPerSecond));
        if (_stopping)
        {
            connection.Dispose();
        }
    }
}
