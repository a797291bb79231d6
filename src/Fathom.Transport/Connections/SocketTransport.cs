using System.Net.Sockets;
using Fathom.Transport.Connections.Loops;

namespace Fathom.Transport.Connections;

/// <summary>
/// Carries the bytes of one connection over its socket, as they are or through TLS. Owns the socket. Reading happens on the loop's thread;
/// one thread at a time sends, any thread closes.
/// </summary>
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

    /// <summary>Begins to read; <see cref="ITransportEvents.OnOpen"/> follows.</summary>
    public abstract void Open();

    /// <summary>Sends what can be sent without waiting.</summary>
    public abstract SendOutcome Send(ReadOnlyMemory<byte> bytes);

    /// <summary>Asks, after <see cref="SendState.WouldBlock"/>, for <see cref="ITransportEvents.OnWritable"/>; comes at once where there is
    /// room already.</summary>
    public abstract void NotifyWhenWritable();

    /// <summary>Sends no more; the peer reads to the end of what was sent.</summary>
    public virtual void ShutDown()
    {
        try
        {
            Socket.Shutdown(SocketShutdown.Send);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // Gone already: nobody is left to be told.
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

    /// <summary>Closes the socket. Nothing is told from now on.</summary>
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

    /// <summary>Sends what the socket takes without waiting.</summary>
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
            // Closed by another thread meanwhile.
        }

        return new SendOutcome(SendState.Failed);
    }
}
