using System.Net.Sockets;

namespace Fathom.Transport.Connections.Loops;

/// <summary>
/// The registration of a socket with an event loop, level-triggered. Thread-safe. Dispose it before the socket.
/// </summary>
internal sealed class SocketRegistration(Poller poller, Socket socket, ISocketEvents events, bool read, bool write) : IDisposable
{
    public Socket Socket { get; } = socket;

    /// <summary>The poller's slot number; -1 when it is not registered.</summary>
    public int Slot { get; set; } = -1;

    /// <summary>Changed by the poller only, under its lock.</summary>
    public bool WantsRead { get; set; } = read;

    /// <inheritdoc cref="WantsRead"/>
    public bool WantsWrite { get; set; } = write;

    /// <summary>On the loop: notifies the owner, which takes its own exceptions.</summary>
    public void Notify(bool readable, bool writable)
    {
        try
        {
            events.OnReady(readable, writable);
        }
        catch (Exception e)
        {
            EventLoop.Fail(events, e);
        }
    }

    public void WatchRead(bool wanted) => poller.Change(this, wanted, null);

    public void WatchWrite(bool wanted) => poller.Change(this, null, wanted);

    public void Dispose() => poller.Remove(this);
}
