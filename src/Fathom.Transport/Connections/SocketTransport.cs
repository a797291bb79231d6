using System.Net.Sockets;
using Fathom.Transport.Connections.Loops;
using Fathom.Transport.Connections.Strands;

namespace Fathom.Transport.Connections;

/// <summary>Transports the bytes of one connection over its socket, with or without TLS. Owns the socket. Receives on the event loop; one
/// thread at a time sends; any thread can close.</summary>
internal abstract class SocketTransport(EventLoop loop, Socket socket, ITransportEvents events)
    : IByteTransport, ISocketEvents, ILoopWork, IFailureSink
{
    private readonly Lock _lock = new();
    private SocketRegistration? _registration;
    private bool _wantsWrite;
    private int _closed;

    protected EventLoop Loop { get; } = loop;

    protected Socket Socket { get; } = socket;

    protected ITransportEvents Events { get; } = events;

    protected bool IsClosed => Volatile.Read(ref _closed) != 0;

    /// <summary>Bytes that were sent and that the peer's kernel has not acknowledged; null where the system does not tell.</summary>
    public long? UnacknowledgedBytes
    {
        get
        {
            try
            {
                return OperatingSystem.IsLinux() && Libc.TryGetUnacknowledgedBytes(Socket.SafeHandle, out var bytes) ? bytes : null;
            }
            catch (ObjectDisposedException)
            {
                // Closed by another thread.
                return null;
            }
        }
    }

    /// <summary>Starts to receive; <see cref="ITransportEvents.OnOpen"/> follows. The loop registers the socket, when this object is
    /// complete: an event can follow at once.</summary>
    public virtual void Open() => Loop.Post(this);

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

    /// <summary>On the loop: registers the socket.</summary>
    void ILoopWork.Run()
    {
        lock (_lock)
        {
            if (IsClosed)
            {
                return;
            }

            _registration = Loop.Register(Socket, this, read: false, _wantsWrite);
        }

        OnRegistered();
    }

    void IFailureSink.OnFailed(Exception error) => Events.OnFailed(error);

    public void OnReady(bool readable, bool writable)
    {
        if (writable && !IsClosed)
        {
            WatchWrite(false);
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
        lock (_lock)
        {
            if (_closed != 0)
            {
                return;
            }

            Volatile.Write(ref _closed, 1);
            _registration?.Dispose();
            Socket.Dispose();
        }

        OnClosed();
    }

    /// <summary>On the loop: the socket is registered.</summary>
    protected abstract void OnRegistered();

    protected abstract void OnSocketReadable();

    protected abstract void OnSocketWritable();

    protected virtual void OnClosed()
    {
    }

    /// <summary>On the loop, once the socket is registered.</summary>
    protected void WatchRead(bool wanted) => _registration!.WatchRead(wanted);

    protected void WatchWrite(bool wanted)
    {
        lock (_lock)
        {
            // A full socket can precede its registration.
            _wantsWrite = wanted;
            _registration?.WatchWrite(wanted);
        }
    }

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
