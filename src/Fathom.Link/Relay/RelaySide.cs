using System.Net.Sockets;

namespace Fathom.Link.Relay;

/// <summary>The side of a relayed connection that one direction is read from and the other is sent to.</summary>
internal sealed class RelaySide(Socket socket)
{
    private volatile bool _isShutDown;

    public Socket Socket => socket;

    /// <summary>Ends the direction to this side.</summary>
    public void ShutDown()
    {
        _isShutDown = true;
        socket.Shutdown(SocketShutdown.Send);
    }

    /// <summary>
    /// Tells the end of a stream from a reset. The kernel gives a reset as an error to one call only: where that was a send, the next read
    /// looks like the end of the stream. A send fails after a reset, even without data.
    /// </summary>
    /// <exception cref="SocketException">The connection was reset.</exception>
    public void ThrowIfReset()
    {
        if (!_isShutDown)
        {
            socket.Send(ReadOnlySpan<byte>.Empty, SocketFlags.None, out var error);
            if (error is not (SocketError.Success or SocketError.WouldBlock) && !_isShutDown)
            {
                throw new SocketException((int)error);
            }
        }
    }
}
