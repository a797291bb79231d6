namespace Fathom.Transport.Connections.Loops;

/// <summary>Notified on the event loop when a socket is readable or writable. Notifications can be spurious.</summary>
internal interface ISocketEvents
{
    void OnReady(bool readable, bool writable);
}
