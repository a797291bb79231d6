using System.Net.Sockets;

namespace Fathom.Transport.Connections.Loops;

/// <summary>
/// The registration of a socket with an event loop, level-triggered. Thread-safe. Dispose it before the socket.
/// </summary>
internal sealed class SocketRegistration(Poller poller, Socket socket, ISocketEvents events, bool read, bool write) : IDisposable
{
    public Socket Socket { get; } = socket;

    public ISocketEvents Events { get; } = events;

    /// <summary>The poller's slot number; -1 when it is not registered.</summary>
    public int Slot { get; set; } = -1;

    /// <summary>Changed by the poller only, under its lock.</summary>
    public bool WantsRead { get; set; } = read;

    /// <inheritdoc cref="WantsRead"/>
    public bool WantsWrite { get; set; } = write;

    public void WatchRead(bool wanted) => poller.Change(this, wanted, null);

    public void WatchWrite(bool wanted) => poller.Change(this, null, wanted);

    public void Dispose() => poller.Remove(this);
}
