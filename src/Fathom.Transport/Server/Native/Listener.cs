using System.Net;
using System.Net.Sockets;
using Fathom.Transport.Connections.Loops;

namespace Fathom.Transport.Server.Native;

/// <summary>Accepts connections on an event-loop thread. Owned by its host.</summary>
internal sealed class Listener : ISocketEvents, IDisposable
{
    private const int Backlog = 1024;
    private const int MaxAcceptsPerTurn = 64;

    // For example, no descriptor is left: an immediate retry would spin.
    private const int RetryMilliseconds = 100;

    private readonly Socket _socket;
    private readonly SocketRegistration _registration;
    private readonly LoopTimer _retry;
    private readonly Action<Socket> _accept;
    private volatile bool _disposed;

    public Listener(EventLoop loop, IPEndPoint end, Action<Socket> accept)
    {
        _accept = accept;
        _socket = new Socket(end.AddressFamily, SocketType.Stream, ProtocolType.Tcp) { Blocking = false };
        try
        {
            _socket.Bind(end);
            _socket.Listen(Backlog);
        }
        catch (SocketException e)
        {
            _socket.Dispose();
            throw new IOException($"Cannot listen on {end}: {e.Message} ({e.SocketErrorCode})", e);
        }

        EndPoint = (IPEndPoint)_socket.LocalEndPoint!;
        _retry = new LoopTimer(loop, static state => ((Listener)state!).Resume(), this);
        _registration = loop.Register(_socket, this);
    }

    public IPEndPoint EndPoint { get; }

    public void OnReady(bool readable, bool writable)
    {
        try
        {
            for (var i = 0; i < MaxAcceptsPerTurn && !_disposed && _socket.Poll(0, SelectMode.SelectRead); i++)
            {
                _accept(_socket.Accept());
            }
        }
        catch (ObjectDisposedException)
        {
            // Stopped in the meantime.
        }
        catch (SocketException) when (!_disposed)
        {
            _registration.WatchRead(false);
            _retry.Start(RetryMilliseconds);
        }
    }

    public void Dispose()
    {
        _disposed = true;
        _retry.Dispose();
        _registration.Dispose();
        _socket.Dispose();
    }

    private void Resume()
    {
        if (!_disposed)
        {
            _registration.WatchRead(true);
        }
    }
}
