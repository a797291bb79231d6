using System.Net;
using System.Net.Sockets;
using Fathom.Transport.Connections.Loops;

namespace Fathom.Transport.Connections;

/// <summary>One socket that connects to one address. Owned by its connector, under whose lock its members run.</summary>
internal sealed class ConnectAttempt(EndPoint target, Action<ConnectAttempt> ready, Action<string> failed) : ISocketEvents, IFailureSink,
    IDisposable
{
    private Socket? _socket;
    private SocketRegistration? _registration;

    public EndPoint Target => target;

    /// <summary>Starts to connect.</summary>
    /// <param name="loop">The loop, on which the end of the attempt is notified.</param>
    /// <param name="prepare">Called with the socket before it connects; null for nothing.</param>
    /// <returns>WouldBlock while it is in progress, Success when it is connected already, else why it failed.</returns>
    public SocketError Start(EventLoop loop, Action<Socket>? prepare)
    {
        try
        {
            var isUnix = target is UnixDomainSocketEndPoint;
            _socket = new Socket(target.AddressFamily, SocketType.Stream, isUnix ? ProtocolType.Unspecified : ProtocolType.Tcp)
            {
                Blocking = false,
            };
            if (!isUnix)
            {
                _socket.NoDelay = true;
            }

            prepare?.Invoke(_socket);
            var error = NonBlockingConnect.Start(_socket, target);
            if (error == SocketError.WouldBlock)
            {
                _registration = loop.Register(_socket, this, read: false, write: true);
            }

            return error;
        }
        catch (SocketException e)
        {
            // For example, no descriptor is left (EMFILE).
            return e.SocketErrorCode;
        }
        catch (IOException)
        {
            // The poller has no room.
            return SocketError.NoBufferSpaceAvailable;
        }
    }

    /// <summary>The result of an attempt that is no longer in progress.</summary>
    public SocketError GetResult() => NonBlockingConnect.GetResult(_socket!);

    /// <summary>The connected socket, which is the caller's from here on.</summary>
    public Socket Detach()
    {
        var socket = _socket!;
        _socket = null;
        Dispose();
        return socket;
    }

    public void OnReady(bool readable, bool writable) => ready(this);

    public void OnFailed(Exception error) => failed(error.Message);

    public void Dispose()
    {
        _registration?.Dispose();
        _socket?.Dispose();
    }
}
