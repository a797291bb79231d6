using System.Net.Sockets;

namespace Fathom.Transport.Connections.Loops;

/// <summary>
/// A socket that an event loop watches, level-triggered: told again and again while it stays ready. Owned by whoever registered it, who
/// disposes it before the socket. Any thread may change what is watched.
/// </summary>
internal sealed class SocketRegistration(Poller poller, Socket socket, ISocketEvents events, bool read, bool write) : IDisposable
{
    public Socket Socket { get; } = socket;

    public ISocketEvents Events { get; } = events;

    /// <summary>The poller's own number for it; -1 where it is not watched.</summary>
    public int Slot { get; set; } = -1;

    /// <summary>Changed by the poller alone, in its lock.</summary>
    public bool WantsRead { get; set; } = read;

    /// <inheritdoc cref="WantsRead"/>
    public bool WantsWrite { get; set; } = write;

    public void WatchRead(bool wanted) => poller.Change(this, wanted, null);

    public void WatchWrite(bool wanted) => poller.Change(this, null, wanted);

    public void Dispose() => poller.Remove(this);
}
