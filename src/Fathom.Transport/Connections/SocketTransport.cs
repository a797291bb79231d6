using System.Net.Sockets;
using Fathom.Transport.Connections.Loops;

namespace Fathom.Transport.Connections;

/// <summary>Transports the bytes of one connection over its socket, with or without TLS. Owns the socket. Receives on the event loop; one
/// thread at a time sends; any thread can close.</summary>
internal abstract class SocketTransport : ISocketEvents, IDisposable
{
    private readonly SocketRegistration _registration;
    private int _closed;

    protected SocketTransport(EventLoop loop, Socket socket)
    {
        (Loop, Socket) = (loop, socket);
        _registration = loop.Register(socket, this, read: false);
    }

    protected EventLoop Loop { get; }

    protected Socket Socket { get; }

    protected bool IsClosed => Volatile.Read(ref _closed) != 0;

    /// <summary>Starts to receive; <see cref="ITransportEvents.OnOpen"/> follows.</summary>
    public abstract void Open();

    /// <summary>Sends as much as possible without blocking.</summary>
    public abstract SendOutcome Send(ReadOnlyMemory<byte> bytes);

    /// <summary>Requests <see cref="ITransportEvents.OnWritable"/> after <see cref="SendState.WouldBlock"/>. It follows immediately when
    /// the socket is writable again.</summary>
    public abstract void NotifyWhenWritable();

    /// <summary>Ends sending. The peer can read all sent bytes.</summary>
    public virtual void ShutDown()
    {
        try
        {
            Socket.Shutdown(SocketShutdown.Send);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The connection is closed already.
        }
    }

    public void OnReady(bool readable, bool writable)
    {
        if (writable && !IsClosed)
        {
            _registration.WatchWrite(false);
            OnSocketWritable();
        }

        if (readable && !IsClosed)
        {
            OnSocketReadable();
        }
    }

    /// <summary>Closes the socket. No events follow.</summary>
    public void Dispose()
    {
        if (Interlocked.Exchange(ref _closed, 1) == 0)
        {
            _registration.Dispose();
            Socket.Dispose();
            OnClosed();
        }
    }

    protected abstract void OnSocketReadable();

    protected abstract void OnSocketWritable();

    protected virtual void OnClosed()
    {
    }

    protected void WatchRead(bool wanted) => _registration.WatchRead(wanted);

    protected void WatchWrite() => _registration.WatchWrite(true);

    /// <summary>Sends as much as the socket accepts without blocking.</summary>
    protected SendOutcome SendAvailable(ReadOnlySpan<byte> bytes)
    {
        try
        {
            var sent = Socket.Send(bytes, SocketFlags.None, out var error);
            if (error == SocketError.Success)
            {
                return new SendOutcome(SendState.Sent, sent);
            }

            if (error == SocketError.WouldBlock)
            {
                return new SendOutcome(SendState.WouldBlock);
            }
        }
        catch (ObjectDisposedException)
        {
            // Closed by another thread.
        }

        return new SendOutcome(SendState.Failed);
    }
}
