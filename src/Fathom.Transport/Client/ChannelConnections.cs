using System.Collections.Concurrent;
using System.Net.Sockets;

namespace Fathom.Transport.Client;

/// <summary>
/// The TCP connections of one channel. The channel owns it and disposes it last, to end the calls that a disposed handler would let
/// finish.
/// </summary>
internal sealed class ChannelConnections : IDisposable
{
    private readonly ConcurrentDictionary<Connection, bool> _open = new();
    private long _opened;
    private volatile Socket? _latest;
    private volatile bool _disposed;

    /// <summary>Number of connections opened so far, including closed ones.</summary>
    public long Opened => Interlocked.Read(ref _opened);

    public bool IsDisposed => _disposed;

    /// <summary>The socket opened last, which can be closed by now; null before the first.</summary>
    public Socket? Latest => _latest;

    /// <summary>For SocketsHttpHandler.ConnectCallback. Connects as the handler does by default: without Nagle's algorithm, to any address
    /// of the host name.</summary>
    public async ValueTask<Stream> ConnectAsync(SocketsHttpConnectionContext context, CancellationToken token)
    {
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        try
        {
            await socket.ConnectAsync(context.DnsEndPoint, token).ConfigureAwait(false);
        }
        catch
        {
            socket.Dispose();
            throw;
        }

        Interlocked.Increment(ref _opened);
        _latest = socket;
        var connection = new Connection(socket, _open);
        if (_disposed)
        {
            await connection.DisposeAsync().ConfigureAwait(false);
        }

        return connection;
    }

    public void Dispose()
    {
        _disposed = true;
        foreach (var connection in _open.Keys)
        {
            connection.Dispose();
        }
    }

    private sealed class Connection : NetworkStream
    {
        private readonly ConcurrentDictionary<Connection, bool> _open;

        public Connection(Socket socket, ConcurrentDictionary<Connection, bool> open)
            : base(socket, ownsSocket: true)
        {
            _open = open;
            _open.TryAdd(this, true);
        }

        protected override void Dispose(bool disposing)
        {
            _open?.TryRemove(this, out _);
            base.Dispose(disposing);
        }
    }
}
